import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  label: 'Une page, une liste, une action ou une adresse à vérifier',
  actions: 'Actions',
  pages: 'Pages',
  lists: 'Listes',
  verify: 'Vérifier une adresse',
  newList: 'Nouvelle liste',
  copyKey: 'Copier la clé d’API',
  check: 'Vérifier cette adresse',
  none: 'Aucun résultat.',
} as const satisfies Translated<typeof en>;
