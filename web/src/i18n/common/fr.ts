import type { Texts } from '../texts.ts';

export const fr = {
  cancel: 'Annuler',
  close: 'Fermer',
  contactSupport: 'contactez l’assistance',
  linkExpired: 'Ce lien a expiré. Ouvrez-le de nouveau depuis cette page.',
  loading: 'Chargement…',
  reload: 'Recharger la page',
  retry: 'Réessayer',
  next: 'Suivant',
  page: 'Page {{page}}',
  pageOf: 'Page {{page}} sur {{last}}',
  previous: 'Précédent',
  skip: 'Aller au contenu',
  newTab: 's’ouvre dans un nouvel onglet',
  showPassword: 'Afficher le mot de passe',
  preferences: {
    language: 'Langue',
    theme: 'Thème',
    system: 'Système',
    light: 'Clair',
    dark: 'Sombre',
  },
} as const satisfies Texts['common'];
