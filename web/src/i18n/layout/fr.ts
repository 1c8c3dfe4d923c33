import type { Texts } from '../texts.ts';

export const fr = {
  navigation: 'Navigation principale',
  welcome: 'Bienvenue, {{name}}',
  credits_one: '{{count, number}} crédit disponible',
  credits_many: '{{count, number}} de crédits disponibles',
  credits_other: '{{count, number}} crédits disponibles',
  creditsShort_one: '{{count, number}} crédit',
  creditsShort_many: '{{count, number}} de crédits',
  creditsShort_other: '{{count, number}} crédits',
  faq: 'FAQ',
  contact: 'Contact et assistance',
  privacy: 'Politique de confidentialité',
  logout: 'Se déconnecter',
  collapse: 'Réduire le menu',
  expand: 'Déployer le menu',
  menu: 'Menu',
  openMenu: 'Ouvrir le menu',
  closeMenu: 'Fermer le menu',
  logoutTitle: 'Se déconnecter ?',
  logoutText: 'Le traitement de vos listes continue en votre absence.',
  dashboard: {
    title: 'Vérifier des e-mails',
    tabs: 'Que vérifier',
    list: 'Liste',
    single: 'Adresse seule',
  },
} as const satisfies Texts['layout'];
