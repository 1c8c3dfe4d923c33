import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  forgot: {
    title: 'Mot de passe oublié',
    lead: 'Saisissez votre e-mail pour recevoir un lien.',
    submit: 'Envoyer le lien',
    done: 'Si un compte utilise cette adresse, un e-mail est en route.',
    sent: 'Si un compte utilise {{email}}, un lien est en route. Il est valable 30\u00a0minutes.',
    back: 'Retour à la connexion',
  },
  newPassword: {
    title: 'Choisissez un mot de passe',
    lead: 'Pour le compte de {{email}}.',
    submit: 'Enregistrer le mot de passe',
    noLink: 'Utilisez le lien complet de notre e-mail : il en manque une partie.',
    again: 'Recevoir un nouveau lien',
  },
} as const satisfies Translated<typeof en>;
