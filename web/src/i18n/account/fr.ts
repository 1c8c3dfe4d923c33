import type { Texts } from '../texts.ts';

export const fr = {
  email: 'E-mail',
  password: 'Mot de passe',
  firstName: 'Prénom',
  lastName: 'Nom',
  confirmPassword: 'Confirmer le mot de passe',
  passwordHint: 'Au moins 8 caractères, avec des lettres et des chiffres.',
  login: {
    title: 'Se connecter',
    submit: 'Se connecter',
    noAccount: 'Pas encore de compte ?',
    signup: 'Créer un compte',
    done: 'Vous êtes connecté.',
    codeSent: 'Nous vous avons envoyé un code.',
  },
  signup: {
    title: 'Créer un compte',
    lead: '{{count, number}} crédits vous sont offerts pour essayer.',
    submit: 'Créer mon compte',
    language: 'Langue de nos e-mails',
    agree: 'J’accepte les conditions générales',
    haveAccount: 'Déjà un compte ?',
    login: 'Se connecter',
    done: 'Votre compte est créé.',
  },
  captcha: {
    label: 'Je ne suis pas un robot',
    working: 'Vérification de votre navigateur…',
    done: 'Vérifié. Merci.',
    failed: 'La vérification n’a pas abouti. Cochez la case pour réessayer.',
  },
  otp: {
    title: 'Saisissez votre code',
    lead: 'Nous avons envoyé un code à 4 chiffres à {{email}}. Il est valable 10 minutes.',
    legend: 'Code à 4 chiffres',
    digit: 'Chiffre {{index}} sur {{total}}',
    submit: 'Confirmer',
    resend: 'Envoyer un nouveau code',
    resent: 'Nous vous avons envoyé un nouveau code.',
    otherAddress: 'Utiliser un autre compte',
  },
} as const satisfies Texts['account'];
