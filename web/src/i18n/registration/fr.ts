import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  signup: {
    lead: '{{count, number}} crédits vous sont offerts pour essayer.',
    submit: 'Créer mon compte',
    language: 'Langue de nos e-mails',
    agree: 'J’accepte les conditions générales',
    haveAccount: 'Déjà un compte ?',
    done: 'Inscription enregistrée.',
  },
  captcha: {
    label: 'Je ne suis pas un robot',
    working: 'Vérification de votre navigateur…',
    done: 'Vérifié. Merci.',
    failed: 'La vérification n’a pas abouti. Cochez la case pour réessayer.',
  },
  otp: {
    title: 'Saisissez votre code',
    lead: 'Nous avons envoyé un code à 4 chiffres à {{email}}. Il est valable 10\u00a0minutes.',
    legend: 'Code à 4 chiffres',
    digit: 'Chiffre {{index}} sur {{total}}',
    submit: 'Confirmer',
    resend: 'Envoyer un nouveau code',
    resent: 'Nous vous avons envoyé un nouveau code.',
    otherAddress: 'Utiliser une autre adresse',
  },
} as const satisfies Translated<typeof en>;
