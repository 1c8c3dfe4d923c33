import type { Texts } from '../texts.ts';

export const fr = {
  title: 'Conditions générales',
  lead: 'Veuillez lire et accepter les conditions générales pour continuer.',
  declaration: 'En les acceptant, vous déclarez agir à des fins professionnelles.',
  read: 'Les lire',
  authority: 'La version française fait foi.',
  accept: 'J’accepte',
  home: 'Vers l’application',
  blank: 'à compléter',
  blanks: {
    company: 'dénomination sociale',
    legalForm: 'forme et capital',
    office: 'siège social',
    registration: 'numéro d’immatriculation',
    contact: 'adresse de contact',
    complaintDays: 'nombre',
    mediator: 'médiateur',
  },
} as const satisfies Texts['legal'];
