import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Envois',
  others: 'Les autres attendent sous « Envois ».',
  repeated: 'Le même fichier est deux fois parmi vos envois.',
  total: {
    underWay: '{{count, number}} en cours',
    unconfirmed: '{{count, number}} à confirmer',
    failed_one: '{{count, number}} non envoyé',
    failed_other: '{{count, number}} non envoyés',
    sent_one: '{{count, number}} envoyé',
    sent_other: '{{count, number}} envoyés',
  },
  phase: {
    waiting: 'En attente',
    reading: 'Lecture : {{percent}}',
    unconfirmed: 'À vérifier avant l’envoi.',
    queued: 'Attend son tour',
    sending: '{{percent}} envoyés',
    finishing: 'Envoyé. Finalisation…',
    sent: 'Envoyé. Un e-mail vous préviendra dès que la liste sera vérifiée.',
  },
  failure: {
    cut: 'La connexion a été coupée. Rien n’a été débité.',
    changed: 'Le fichier a été modifié ou déplacé depuis. Choisissez-le à nouveau.',
    stopped: 'Arrêté à la fin de votre session. Rien n’a été débité.',
  },
  rows_one: '{{count, number}} ligne',
  rows_many: '{{count, number}} de lignes',
  rows_other: '{{count, number}} lignes',
  credits_one: '{{count, number}} crédit',
  credits_many: '{{count, number}} de crédits',
  credits_other: '{{count, number}} crédits',
  verify: 'Vérifier',
  verifyNamed: 'Vérifier {{name}}',
  look: 'Nom et contenu',
  lookNamed: 'Nom et contenu de {{name}}',
  retryNamed: 'Réessayer l’envoi de {{name}}',
  cancel: 'Annuler {{name}}',
  remove: 'Retirer {{name}}',
  clear: 'Retirer ce qui est terminé',
  open: 'Ouvrir la liste',
  logout_one:
    '{{count, number}} envoi est en cours et s’arrêtera si vous vous déconnectez. Les listes déjà envoyées continuent.',
  logout_many:
    '{{count, number}} d’envois sont en cours et s’arrêteront si vous vous déconnectez. Les listes déjà envoyées continuent.',
  logout_other:
    '{{count, number}} envois sont en cours et s’arrêteront si vous vous déconnectez. Les listes déjà envoyées continuent.',
} as const satisfies Translated<typeof en>;
