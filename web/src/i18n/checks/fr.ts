import type { Texts } from '../texts.ts';

export const fr = {
  label: 'Adresse e-mail',
  placeholder: 'nom@exemple.fr',
  hint: 'Une réponse coûte 1 crédit. Sans réponse, rien n’est débité.',
  submit: 'Vérifier',
} as const satisfies Texts['checks'];
