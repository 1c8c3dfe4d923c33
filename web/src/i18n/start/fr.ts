import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Trois étapes pour commencer',
  close: 'Masquer les premières étapes',
  done: 'Fait',
  check: {
    title: 'Vérifiez une adresse',
    text: 'La vôtre, par exemple. Un crédit par résultat\u202f; les inconnues sont gratuites.',
    action: 'Vérifier une adresse',
  },
  sample: {
    title: 'Regardez une liste terminée',
    text: 'Un exemple de résultat, à parcourir, à filtrer et à télécharger. C’est gratuit.',
    action: 'Ouvrir l’exemple',
  },
  own: {
    title: 'Déposez la vôtre',
    text: 'Un fichier CSV, TXT ou Excel. Les doublons et les adresses mal formées sont gratuits.',
  },
  mark: 'Exemple',
  hideSample: 'Masquer la liste d’exemple',
  renameTitle: 'Renommer cette liste',
  renameHint: 'Ses téléchargements et ses e-mails portent aussi ce nom.',
  renameSave: 'Renommer',
  renamed: 'Liste renommée.',
} as const satisfies Translated<typeof en>;
