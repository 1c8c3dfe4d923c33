import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  lead: 'Veuillez lire et accepter les conditions générales pour continuer.',
  declaration: 'En les acceptant, vous déclarez agir à des fins professionnelles.',
  read: 'Lire les conditions',
  authority: 'La version française fait foi.',
  accept: 'J’accepte',
  home: 'Aller à l’application',
  toBeCompleted: 'à compléter',
  placeholders: {
    company: 'dénomination sociale',
    legalForm: 'forme et capital',
    office: 'siège social',
    registration: 'numéro d’immatriculation',
    contact: 'adresse de contact',
    complaintDays: 'nombre',
  },
} as const satisfies Translated<typeof en>;
