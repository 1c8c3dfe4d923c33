import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  lead: 'Importez vos contacts directement depuis votre outil d’envoi, sans exporter de fichier. Les rejets des adresses que vous avez vérifiées reviennent une fois par jour\u00a0: vous les trouvez dans les listes que vous avez importées.',
  failed: 'Vos intégrations n’ont pas pu être chargées.',
  ask: 'Aucun compte n’est connecté. Demandez à un administrateur du compte de connecter {{services, list(type: disjunction)}}.',
  services: 'Services',
  another: 'Connecter un autre compte',
  most: 'Un compte a au plus {{count, number}} intégrations. Déconnectez-en une pour en ajouter une autre.',
  accounts: 'Comptes connectés',
  since: '{{service}}, connecté le {{date}}',
  bouncesRead: 'rejets lus pour la dernière fois\u00a0: {{at}}',
  bouncesDue: 'rejets lus une fois par jour',
  hardOnly: '{{service}} ne signale que les rejets définitifs',
  revoked: '{{service}} n’accepte plus la clé. Reconnectez le compte.',
  connect: 'Connecter',
  connectTo: 'Connecter {{service}}',
  again: 'Reconnecter',
  againTo: 'Reconnecter\u00a0: {{name}}',
  connected: '{{name}} est connecté.',
  place: {
    mailchimp: 'Dans Mailchimp, les clés d’API sont sous Profil › Extras › Clés API.',
    hubspot:
      'Dans HubSpot, les clés de service sont sous Développement › Clés › Clés de service, et les applications privées, dont les clés d’accès conviennent aussi, sous Développement › Anciennes applications.',
    brevo:
      'Dans Brevo, les clés d’API sont dans le menu de votre compte, sous «\u00a0SMTP et API\u00a0» ou «\u00a0Clés API et MCP\u00a0».',
    klaviyo: 'Dans Klaviyo, les clés d’API privées sont sous Paramètres › Clés API.',
    mailerlite:
      'Dans MailerLite, les clés d’API sont sous Intégrations › MailerLite API. Celles de MailerLite Classic ne conviennent pas.',
  },
  login: {
    text: 'Connectez-vous chez {{service}} et autorisez l’accès. Il n’y a rien à copier.',
    submit: 'Se connecter chez {{service}}',
    or: 'Ou utiliser une clé',
    noFlow:
      'Cette connexion n’a pas commencé dans cet onglet. Commencez-la sur la page de vos intégrations.',
    denied:
      '{{service}} n’a pas autorisé l’accès. Connectez-vous de nouveau et autorisez-le, ou utilisez une clé.',
    expired: 'La connexion chez {{service}} a expiré. Connectez-vous de nouveau.',
    back: 'Retour à vos intégrations',
  },
  help: 'Mode d’emploi de {{service}}',
  permissions: 'La clé n’a besoin que de ces autorisations\u00a0:',
  wholeAccount:
    'Une clé {{service}} ouvre tout le compte\u00a0: {{service}} n’en propose pas de plus limitée. Nous ne nous en servons que pour ce que vous faites ici.',
  key: 'Clé {{service}}',
  keyHint:
    'Créez une clé réservée à cet usage. Nous la conservons chiffrée et ne l’affichons plus jamais.',
  disconnect: 'Déconnecter',
  disconnectFrom: 'Déconnecter\u00a0: {{name}}',
  disconnectTitle: 'Déconnecter «\u00a0{{name}}\u00a0»\u00a0?',
  disconnectText:
    'Nous effaçons notre copie de la clé, et les imports inachevés prennent fin. Vos listes restent. Supprimez ensuite la clé chez {{service}}, ou notre application si vous vous y êtes connecté\u00a0: d’ici là, l’accès reste possible.',
  disconnected:
    'Compte déconnecté. Supprimez maintenant la clé ou notre application chez {{service}}.',
  importFrom: 'Importer des contacts\u00a0: {{name}}',
  import: {
    title: 'Importer des contacts de {{account}}',
    text: 'Nous importons les contacts qui peuvent recevoir vos e-mails, pas les désabonnés.',
    loading: 'Chargement de vos audiences…',
    search: 'Rechercher par nom',
    audience: 'Audience, liste ou segment',
    noMatch: 'Rien ne correspond à «\u00a0{{text}}\u00a0».',
    empty: 'Ce compte n’a encore ni audience, ni liste, ni segment.',
    counting: 'Comptage des contacts…',
    nobody: 'Aucun de ses contacts ne peut recevoir d’e-mails.',
    price_one:
      'La vérification prend au plus {{count, number}} crédit\u00a0; un résultat inconnu est gratuit.',
    price_many:
      'La vérification prend au plus {{count, number}} de crédits\u00a0; les résultats inconnus sont gratuits.',
    price_other:
      'La vérification prend au plus {{count, number}} crédits\u00a0; les résultats inconnus sont gratuits.',
    missing_one: 'Il vous manque {{count, number}} crédit. La liste l’attendra.',
    missing_many: 'Il vous manque {{count, number}} de crédits. La liste les attendra.',
    missing_other: 'Il vous manque {{count, number}} crédits. La liste les attendra.',
    name: 'Nom de la liste',
    names: 'Avec les prénoms et les noms',
    submit: 'Importer',
    started: 'L’import a commencé. Vous pouvez quitter cette page.',
  },
  contacts_one: '{{count, number}} contact.',
  contacts_many: '{{count, number}} de contacts.',
  contacts_other: '{{count, number}} contacts.',
  imports: 'Imports',
  progress: '{{read, number}} contacts sur {{of, number}}',
  progressOf: 'Import de {{name}}',
  paused:
    'En pause\u00a0: {{service}} n’accepte plus la clé. Reconnectez le compte pour continuer.',
  open: 'Ouvrir la liste',
  openList: 'Ouvrir la liste\u00a0: {{name}}',
  apply: {
    submit: 'Appliquer',
    submitMore: 'Appliquer…',
    submitMoreOf: 'Appliquer… {{name}}',
    changes: 'Modifications',
    changesOf: 'Modifications\u00a0: {{name}}',
    title: 'Appliquer les résultats chez {{service}}\u00a0: {{name}}',
    text: 'Nous ne supprimons jamais de contact, ne modifions aucune adresse et ne touchons pas aux désabonnés.',
    none: 'Aucun résultat n’a encore été appliqué.',
    unfinished:
      'La vérification de la liste est en cours. Les choix apparaîtront ici quand elle sera terminée.',
    canceled: 'La liste n’a pas été vérifiée\u00a0: il n’y a aucun résultat à appliquer.',
    nobody:
      'La liste n’a aucune adresse invalide, à risque ou inconnue\u00a0: il n’y a rien à appliquer.',
    contacts_one: '{{count, number}} contact',
    contacts_many: '{{count, number}} de contacts',
    contacts_other: '{{count, number}} contacts',
    mark: {
      mailchimp: 'Ajouter le tag «\u00a0{{mark}}\u00a0»',
      hubspot: 'Ajouter au segment «\u00a0{{mark}}\u00a0»',
      brevo: 'Ajouter à la liste «\u00a0{{mark}}\u00a0»',
      klaviyo: 'Ajouter à la liste «\u00a0{{mark}}\u00a0»',
      mailerlite: 'Ajouter au groupe «\u00a0{{mark}}\u00a0»',
    },
    field: {
      mailchimp: 'Mettre «\u00a0{{status}}\u00a0» dans le champ d’audience {{field}}',
      hubspot: 'Mettre «\u00a0{{status}}\u00a0» dans la propriété {{field}}',
      brevo: 'Mettre «\u00a0{{status}}\u00a0» dans l’attribut de contact {{field}}',
      klaviyo: 'Mettre «\u00a0{{status}}\u00a0» dans la propriété de profil {{field}}',
      mailerlite: 'Mettre «\u00a0{{status}}\u00a0» dans le champ {{field}}',
    },
    unsubscribe: 'Marquer comme désabonné',
    unsubscribeForever: 'Marquer comme désabonné (irréversible)',
    choose: 'Choisissez au moins une modification.',
    state: {
      working: 'Application des résultats',
      paused: 'En pause',
      finished: 'Résultats appliqués',
      failed: 'Arrêt avant la fin',
      undoing: 'Annulation des modifications',
      undone: 'Modifications annulées',
    },
    result:
      'Modifiés\u00a0: {{changed, number}}. Déjà désabonnés\u00a0: {{unsubscribed, number}}. Absents du service\u00a0: {{missing, number}}.',
    raced_one:
      '{{count, number}} contact a été modifié depuis par quelqu’un d’autre et n’a pas été rétabli.',
    raced_many:
      '{{count, number}} de contacts ont été modifiés depuis par quelqu’un d’autre et n’ont pas été rétablis.',
    raced_other:
      '{{count, number}} contacts ont été modifiés depuis par quelqu’un d’autre et n’ont pas été rétablis.',
    started: 'Début\u00a0: {{date}}.',
    until: 'Annulation possible jusqu’au {{date}}.',
    undo: 'Annuler les modifications',
    undoTitle: 'Annuler ces modifications\u00a0?',
    undoText:
      'Nous rétablissons l’état précédent. Ce que quelqu’un a changé depuis reste tel quel.',
    undoForever: 'Les contacts que nous avons désabonnés le restent chez {{service}}.',
  },
  failure: {
    disconnected: 'Le compte a été déconnecté avant la fin.',
    revoked: '{{service}} n’accepte pas la clé. Créez-en une autre et copiez-la en entier.',
    forbidden:
      'Il manque une autorisation à la clé. Créez-en une avec toutes celles que nous indiquons, et connectez-la.',
    limited:
      '{{service}} n’accepte plus de requêtes pour l’instant. Réessayez dans quelques minutes.',
    unavailable: '{{service}} ne répond pas. Réessayez dans quelques minutes.',
    not_found: 'Cette audience n’existe plus chez {{service}}.',
    refused: '{{service}} a refusé l’opération. Si cela se répète, contactez l’assistance.',
    no_contacts: 'Aucun de ses contacts ne pouvait recevoir d’e-mails.',
    too_many_contacts:
      'Elle a plus de contacts qu’une liste ne peut en contenir. Importez des segments plus petits.',
  },
} as const satisfies Translated<typeof en>;
