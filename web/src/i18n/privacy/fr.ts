import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  export: {
    title: 'Vos données',
    text: 'Recevez tout ce que nous savons de vous\u00a0: profil, listes, paiements et crédits. Nous vous envoyons un lien par e-mail en quelques minutes.',
    submit: 'Exporter mes données',
    done: 'Nous préparons vos données. Vous recevrez un e-mail.',
  },
  leave: {
    title: 'Quitter le compte',
    text: 'Vous perdez votre accès à {{account}}. Votre identifiant reste.',
    submit: 'Quitter le compte',
    question: 'Quitter {{account}}\u202f?',
    warning: 'Pour revenir, il vous faudra une nouvelle invitation.',
    done: 'Vous n’êtes plus membre de {{account}}.',
  },
  delete: {
    title: 'Supprimer le compte',
    text: 'Vos listes, leurs résultats et votre clé d’API sont supprimés définitivement. Nous conservons les factures aussi longtemps que la loi l’exige.',
    submit: 'Supprimer mon compte',
    question: 'Supprimer votre compte\u202f?',
    warning:
      'C’est irréversible. Vous perdez toutes vos listes et leurs résultats, y compris celles en cours de vérification.',
    credits_one: 'Vous perdez {{count, number}} crédit.',
    credits_many: 'Vous perdez {{count, number}} de crédits.',
    credits_other: 'Vous perdez {{count, number}} crédits.',
    subscription: 'Votre abonnement se termine aujourd’hui.',
    confirm: 'Supprimer définitivement mon compte',
    done: 'Votre compte est supprimé.',
  },
} as const satisfies Translated<typeof en>;
