import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Trois étapes pour commencer',
  close: 'Masquer les premières étapes',
  done: 'Fait',
  check: 'Vérifiez une adresse',
  sample: 'Découvrez un exemple de résultat',
  own: 'Déposez votre liste',
  hideSample: 'Masquer la liste d’exemple',
  renameTitle: 'Renommer cette liste',
  renameHint: 'Ses téléchargements et ses e-mails portent aussi ce nom.',
  renameSave: 'Renommer',
  renamed: 'Liste renommée.',
} as const satisfies Translated<typeof en>;
