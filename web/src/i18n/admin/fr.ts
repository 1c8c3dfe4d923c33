import type { Texts } from '../texts.ts';

export const fr = {
  title: 'Utilisateurs',
  totals: {
    all: 'Utilisateurs',
    active: 'Utilisateurs actifs',
    inactive: 'Utilisateurs inactifs',
  },
  filters: {
    search: 'Rechercher un nom ou un e-mail',
    all: 'Tous',
    limit: 'Lignes',
  },
  users: {
    title: 'Liste des utilisateurs',
    caption: 'Utilisateurs, du plus récent au plus ancien',
    number: 'Nº',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'E-mail',
    status: 'Statut',
    action: 'Action',
    active: 'Actif',
    inactive: 'Inactif',
    activeNamed: '{{name}} est actif',
    activated: 'L’utilisateur a été activé',
    deactivated: 'L’utilisateur a été désactivé',
    empty: 'Aucun utilisateur ne correspond.',
    failed: 'Les utilisateurs n’ont pas pu être chargés.',
    pages: 'Pages des utilisateurs',
  },
  user: {
    open: 'Informations sur {{name}}',
    title: 'Informations sur l’utilisateur',
    name: 'Nom',
    used: 'Crédits utilisés',
    available: 'Crédits disponibles',
    payments: 'Historique des paiements',
    price: 'Prix total',
    noPayments: 'Aucun achat pour le moment.',
  },
} as const satisfies Texts['admin'];
