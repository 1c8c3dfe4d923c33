import type { Texts } from '../texts.ts';

export const fr = {
  title: 'Administration',
  notYet:
    'L’espace d’administration n’est pas encore ouvert. Il n’y a rien à faire ici pour le moment.',
} as const satisfies Texts['admin'];
