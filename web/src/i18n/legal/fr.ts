import type { Texts } from '../texts.ts';

export const fr = {
  title: 'Conditions générales',
  lead: 'Veuillez lire et accepter les conditions générales pour continuer.',
  read: 'Les lire',
  authority: 'La version française fait foi.',
  accept: 'J’accepte',
  blank: 'à compléter',
} as const satisfies Texts['legal'];
