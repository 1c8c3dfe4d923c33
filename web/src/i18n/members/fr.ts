import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  lead: 'Chaque personne a son propre identifiant. Le rôle fixe ce qu’elle peut faire dans ce compte.',
  failed: 'L’équipe n’a pas pu être chargée.',
  role: {
    owner: 'Propriétaire',
    admin: 'Administrateur',
    billing: 'Facturation',
    member: 'Membre',
    viewer: 'Lecteur',
  },
  may: {
    admin: 'Fait tout, sauf fermer le compte et exporter ses données.',
    billing: 'Achète des crédits et gère les paiements, mais ne voit aucune liste.',
    member: 'Vérifie des adresses, gère les listes et crée des clés d’API pour elles.',
    viewer: 'Consulte et télécharge les listes, mais ne dépense aucun crédit.',
  },
  people: {
    title: 'Personnes',
    person: 'Personne',
    you: '(vous)',
    role: 'Rôle',
    roleNamed: 'Rôle de {{name}}',
    since: 'Membre depuis',
    factor: 'Second facteur',
    on: 'Oui',
    off: 'Non',
    changed: 'Le rôle est modifié.',
  },
  remove: {
    action: 'Retirer',
    named: 'Retirer {{name}}',
    title: 'Retirer {{name}}\u202f?',
    text: 'Son accès prend fin immédiatement. Ce que cette personne a lancé reste dans le compte.',
    keys: '{{name}} a pu lire ces clés d’API. Remplacez-les une fois l’accès terminé\u00a0:',
    done: '{{name}} n’est plus membre.',
    ended: 'L’accès de {{name}} a pris fin.',
    replaceText:
      'Ces clés d’API ont pu être lues. La première clé et la clé de test sont remplacées, les autres révoquées\u00a0: les programmes qui les utilisent s’arrêteront.',
    replace: 'Remplacer ces clés',
    replaced: 'Les clés sont remplacées.',
    later: 'Les garder',
  },
  keys: {
    failed: 'Les clés d’API n’ont pas pu être chargées.',
    first: 'Première clé d’API',
    test: 'Clé de test',
  },
  account: {
    title: 'Compte',
    name: 'Nom du compte',
    hint: 'Affiché dans les invitations, et aux personnes qui ont plusieurs comptes.',
    saved: 'Le nom est enregistré.',
  },
  factor: {
    title: 'Second facteur exigé',
    off_one: 'Ce compte n’exige pas de second facteur. {{count, number}} personne n’en a pas.',
    off_many:
      'Ce compte n’exige pas de second facteur. {{count, number}} de personnes n’en ont pas.',
    off_other: 'Ce compte n’exige pas de second facteur. {{count, number}} personnes n’en ont pas.',
    on_one:
      'Ce compte exige un second facteur. {{count, number}} personne n’en a pas et ne voit que la page Sécurité.',
    on_many:
      'Ce compte exige un second facteur. {{count, number}} de personnes n’en ont pas et ne voient que la page Sécurité.',
    on_other:
      'Ce compte exige un second facteur. {{count, number}} personnes n’en ont pas et ne voient que la page Sécurité.',
    offAction: 'Exiger un second facteur',
    offQuestion: 'Exiger un second facteur de chacun\u202f?',
    offText:
      'Les personnes sans second facteur ne verront que la page Sécurité tant qu’elles n’en ont pas ajouté. Il vous en faut un aussi.',
    onAction: 'Ne plus l’exiger',
    onQuestion: 'Ne plus exiger de second facteur\u202f?',
    onText: 'Le mot de passe seul suffira pour utiliser ce compte.',
  },
  owner: {
    title: 'Propriétaire',
    lead: 'Vous pouvez céder le compte à un administrateur, qui en assumera alors les paiements et la responsabilité. Vous deviendrez administrateur.',
    none: 'Pour céder le compte, nommez d’abord un administrateur.',
    next: 'Nouveau propriétaire',
    offer: 'Proposer le compte',
    question: 'Proposer le compte à {{name}}\u202f?',
    text: '{{name}} peut accepter pendant sept jours. Vos sessions prendront alors fin, et vous serez administrateur.',
    sent: 'La proposition est en route.',
    offered: 'Vous avez proposé le compte à {{name}}, jusqu’au {{date}}.',
    toOther: 'Le propriétaire a proposé le compte à un autre administrateur.',
    withdraw: 'Retirer la proposition',
    withdrawQuestion: 'Retirer la proposition\u202f?',
    withdrawText: 'Vous restez propriétaire.',
    withdrawn: 'La proposition est retirée.',
    yours: 'Le propriétaire vous propose le compte «\u00a0{{account}}\u00a0».',
    accept: 'Devenir propriétaire',
    acceptQuestion: 'Devenir propriétaire de {{account}}\u202f?',
    acceptText:
      'Vous acceptez les conditions générales pour ce compte, en tant que professionnel, et assumez ses paiements.',
    accepted: 'Vous êtes maintenant propriétaire de {{account}}.',
    decline: 'Refuser',
    declineQuestion: 'Refuser la proposition\u202f?',
    declineText: 'Le propriétaire reste propriétaire.',
    declined: 'La proposition est refusée.',
  },
  invite: {
    title: 'Inviter une personne',
    submit: 'Envoyer l’invitation',
    sent: 'L’invitation est en route.',
    unpaid: 'Vous pourrez inviter d’autres personnes après votre premier paiement.',
    prices: 'Voir les tarifs',
  },
  open: {
    title: 'Invitations en attente',
    sent: 'Envoyée',
    until: 'Valable jusqu’au',
    again: 'Renvoyer l’invitation à {{email}}',
    withdraw: 'Annuler',
    withdrawNamed: 'Annuler l’invitation de {{email}}',
    question: 'Annuler l’invitation\u202f?',
    text: 'Le lien de l’e-mail envoyé à {{email}} cessera de fonctionner.',
    withdrawn: 'L’invitation est annulée.',
  },
  locked: {
    terms: '{{account}} n’est pas encore utilisable',
    termsText:
      'Le propriétaire de {{account}} doit d’abord se connecter et accepter les conditions générales. Demandez-le-lui.',
    none: 'Vous n’avez pas de compte',
    noneText:
      'Vous n’êtes membre d’aucun compte. Ouvrez le vôtre, ou demandez à un collègue de vous inviter.',
    open: 'Ouvrir votre compte',
    others: 'Vos autres comptes',
  },
  switch: {
    label: 'Compte',
    title: 'Passer à {{account}}\u202f?',
    uploads_one:
      '{{count, number}} envoi est en cours et s’arrêtera. Les listes déjà envoyées continuent.',
    uploads_many:
      '{{count, number}} d’envois sont en cours et s’arrêteront. Les listes déjà envoyées continuent.',
    uploads_other:
      '{{count, number}} envois sont en cours et s’arrêteront. Les listes déjà envoyées continuent.',
    confirm: 'Changer de compte',
  },
  invitation: {
    title: 'Invitation',
    text: '{{by}} vous invite dans le compte «\u00a0{{account}}\u00a0».',
    role: 'Votre rôle\u00a0: {{role}}',
    noLink: 'Utilisez le lien complet de notre e-mail\u00a0: il en manque une partie.',
    expired:
      'Cette invitation ne fonctionne plus\u00a0: elle a reçu une réponse, a été annulée ou date de plus de sept jours. Demandez-en une nouvelle.',
    accept: 'Accepter',
    logIn: 'Se connecter pour accepter',
    logInText: 'Connectez-vous avec {{email}}. Vous reviendrez ensuite sur cette page.',
    other:
      'Vous êtes connecté avec {{current}}, mais l’invitation est pour {{email}}. Déconnectez-vous pour y répondre.',
    join: 'Créer votre identifiant et rejoindre le compte',
    agree: 'J’accepte la politique de confidentialité',
    read: 'Lire la politique',
    joined: 'Vous êtes maintenant membre de {{account}}.',
    decline: 'Refuser',
    block: 'Refuser, et ne plus recevoir d’invitation',
    declined: 'L’invitation est refusée.',
    blocked: 'L’invitation est refusée. Cette adresse n’en recevra plus.',
  },
} as const satisfies Translated<typeof en>;
