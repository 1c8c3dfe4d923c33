import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  facts: 'À propos de cette adresse',
  fact: {
    catch_all: 'accepte tout',
    catch_all_unknown: 'test «\u00a0accepte tout\u00a0» sans réponse',
    disposable: 'jetable',
    mailbox_full: 'boîte pleine',
    role: 'adresse de fonction',
    free: 'fournisseur gratuit',
    tagged: 'avec un alias (+)',
    gateway: 'derrière une passerelle de messagerie',
    parked: 'domaine inactif',
    no_dmarc: 'sans DMARC',
  },
  score: 'Score',
  outOf: '{{score, number}} sur 100 (chance de recevoir l’e-mail)',
  known: 'Domaine',
  age: 'Vérifié {{ago}}',
  reply: {
    server: 'Serveur',
    answer: 'Réponse',
    words: 'Message du serveur',
    none: 'Aucune réponse',
    accepted: 'Accepté',
    later: 'Refusé pour l’instant',
    refused: 'Refusé',
    connect: 'à la connexion',
    ehlo: 'quand nous nous sommes présentés',
    mail: 'à l’annonce de l’expéditeur',
    rcpt: 'à l’annonce du destinataire',
  },
  likely:
    'Le serveur accepte n’importe quel nom de ce domaine\u00a0: personne ne peut être certain. Mais le nom et le domaine sont bon signe.',
  explain: {
    accepted:
      'Le serveur de messagerie accepte les e-mails pour cette adresse. Vous pouvez lui écrire.',
    catch_all:
      'Le serveur accepte n’importe quel nom de ce domaine\u00a0: personne ne peut dire si cette boîte existe. N’écrivez que si vous êtes sûr de l’origine de l’adresse.',
    mailbox_full:
      'La boîte existe mais est pleine : un e-mail envoyé maintenant sera rejeté. Revérifiez dans quelques jours.',
    disposable:
      'Ce domaine fournit des adresses qui disparaissent vite. Demandez une adresse permanente.',
    bad_syntax:
      'Cette adresse e-mail est mal formée. Cherchez un @ manquant, un espace ou un point doublé.',
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
      'Le serveur de messagerie refuse notre adresse d’expéditeur. Cela ne dit rien de la boîte. Revérifiez un autre jour.',
    policy:
      'Le serveur de messagerie ne nous laisse pas l’interroger sur ses boîtes. Cela ne dit rien de l’adresse : écrivez si vous êtes sûr de son origine.',
    server_unreachable:
      'Les serveurs de messagerie de ce domaine n’acceptent aucune connexion. Revérifiez plus tard ; si cela dure, les e-mails n’arrivent pas non plus.',
    server_error: 'Le serveur de messagerie signale une panne de son côté. Revérifiez plus tard.',
    dns_error:
      'Les serveurs de noms de ce domaine n’ont pas donné de réponse utilisable. Revérifiez plus tard.',
    timeout:
      'Le serveur de messagerie a été joint, mais n’a pas répondu à temps. Revérifiez plus tard.',
    not_answered: 'Notre délai s’est écoulé avant la réponse du serveur. Revérifiez plus tard.',
    egress_off:
      'Notre service ne contacte aucun serveur de messagerie en ce moment. Revérifiez plus tard.',
  },
} as const satisfies Translated<typeof en>;
