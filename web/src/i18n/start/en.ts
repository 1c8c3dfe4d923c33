export const en = {
  title: 'Get started in three steps',
  close: 'Hide the first steps',
  done: 'Done',
  check: 'Check one address',
  sample: 'Explore a sample result',
  own: 'Upload your list',
  hideSample: 'Hide the sample list',
  renameTitle: 'Rename this list',
  renameHint: 'Its downloads and emails carry this name, too.',
  renameSave: 'Rename',
  renamed: 'List renamed.',
} as const;
