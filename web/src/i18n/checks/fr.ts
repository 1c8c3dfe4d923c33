import type { Texts } from '../texts.ts';

export const fr = {
  label: 'Adresse e-mail',
  placeholder: 'nom@exemple.fr',
  hint: 'Une réponse coûte 1 crédit. Sans réponse, rien n’est débité.',
  submit: 'Vérifier',
  suggestion: 'Vouliez-vous dire {{email}} ?',
  riskyCounts: 'La vérification d’une seule adresse compte une adresse risquée comme non valide.',
  earlier: 'Vérifications précédentes',
  facts: 'À propos de cette adresse',
  again_one: 'Revérifiez dans environ {{count, number}} minute.',
  again_many: 'Revérifiez dans environ {{count, number}} de minutes.',
  again_other: 'Revérifiez dans environ {{count, number}} minutes.',
  verdict: {
    deliverable: 'Délivrable',
    undeliverable: 'Non délivrable',
    risky: 'Risquée',
    unknown: 'Inconnue',
  },
  fact: {
    catch_all: 'accepte tout',
    disposable: 'jetable',
    mailbox_full: 'boîte pleine',
    role: 'adresse de fonction',
    free: 'fournisseur gratuit',
  },
  reply: {
    server: 'Serveur',
    answer: 'Sa réponse',
    words: 'Ses mots',
    none: 'Aucune réponse',
    accepted: 'Accepté',
    later: 'Refusé pour l’instant',
    refused: 'Refusé',
    connect: 'à la connexion',
    ehlo: 'quand nous nous sommes présentés',
    mail: 'quand nous avons nommé l’expéditeur',
    rcpt: 'quand nous avons nommé le destinataire',
  },
  reason: {
    accepted: 'Acceptée par le serveur de messagerie',
    catch_all: 'Le serveur accepte toutes les adresses',
    mailbox_full: 'Boîte pleine',
    disposable: 'Adresse temporaire',
    bad_syntax: 'Adresse mal formée',
    no_such_domain: 'Le domaine n’existe pas',
    no_mail_server: 'Domaine sans serveur de messagerie',
    null_mx: 'Le domaine n’accepte aucun e-mail',
    no_such_mailbox: 'La boîte n’existe pas',
    mailbox_disabled: 'Boîte désactivée',
    greylisted: 'Le serveur demande de revenir plus tard',
    throttled: 'Le serveur limite nos demandes',
    ip_blocked: 'Le serveur refuse notre réseau',
    sender_rejected: 'Le serveur refuse notre expéditeur',
    policy: 'Vérification refusée par le serveur',
    server_unreachable: 'Serveur injoignable',
    server_error: 'Panne du serveur de messagerie',
    dns_error: 'Domaine impossible à consulter',
    timeout: 'Serveur trop lent à répondre',
    not_answered: 'Vérification non terminée à temps',
    egress_off: 'Les vérifications sont suspendues',
  },
  explain: {
    accepted:
      'Le serveur de messagerie accepte les e-mails pour cette adresse. Vous pouvez lui écrire.',
    catch_all:
      'Le serveur accepte les e-mails pour n’importe quel nom de ce domaine : personne ne peut dire si cette boîte existe. N’écrivez que si vous êtes sûr de l’origine de l’adresse.',
    mailbox_full:
      'La boîte existe, mais elle est pleine et un e-mail envoyé maintenant revient. Revérifiez dans quelques jours.',
    disposable:
      'Ce domaine fournit des adresses qui disparaissent vite. Demandez une adresse permanente.',
    bad_syntax:
      'Ceci n’est pas écrit comme une adresse e-mail. Cherchez un @ manquant, une espace ou deux points de suite.',
    no_such_domain:
      'Le domaine après le @ n’existe pas, aucun e-mail ne peut arriver. Cherchez une faute de frappe.',
    no_mail_server:
      'Le domaine existe mais n’a pas de serveur de messagerie, aucun e-mail ne peut arriver. Cherchez une faute de frappe après le @.',
    null_mx: 'Le domaine déclare n’accepter aucun e-mail. Demandez une autre adresse.',
    no_such_mailbox:
      'Le serveur de messagerie indique que cette boîte n’existe pas. Cherchez une faute de frappe, ou retirez l’adresse.',
    mailbox_disabled:
      'La boîte est désactivée et ne reçoit plus d’e-mails. Retirez l’adresse, ou demandez-en une autre.',
    greylisted:
      'Le serveur de messagerie demande aux expéditeurs inconnus de revenir plus tard. Revérifiez dans un moment.',
    throttled:
      'Le serveur de messagerie limite la fréquence de nos demandes. Revérifiez plus tard.',
    ip_blocked:
      'Le serveur de messagerie refuse les connexions de notre réseau. Cela ne dit rien de l’adresse. Revérifiez un autre jour.',
    sender_rejected:
      'Le serveur de messagerie refuse l’adresse d’expéditeur que nous donnons. Cela ne dit rien de la boîte. Revérifiez un autre jour.',
    policy:
      'Le serveur de messagerie ne nous laisse pas l’interroger sur ses boîtes. Cela ne dit rien de l’adresse : écrivez si vous êtes sûr de son origine.',
    server_unreachable:
      'Les serveurs de messagerie de ce domaine n’acceptent aucune connexion. Revérifiez plus tard ; si cela dure, les e-mails n’arrivent pas non plus.',
    server_error: 'Le serveur de messagerie signale une panne de son côté. Revérifiez plus tard.',
    dns_error:
      'Les serveurs de noms de ce domaine n’ont pas donné de réponse utilisable. Revérifiez plus tard.',
    timeout:
      'Le serveur de messagerie a été joint, mais n’a pas répondu à temps. Revérifiez plus tard.',
    not_answered:
      'Le temps dont nous disposions s’est écoulé avant la réponse du serveur. Revérifiez plus tard.',
    egress_off:
      'Notre service ne contacte aucun serveur de messagerie en ce moment. Revérifiez plus tard.',
  },
} as const satisfies Texts['checks'];
