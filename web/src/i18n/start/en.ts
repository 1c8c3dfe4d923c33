export const en = {
  title: 'Get started in three steps',
  close: 'Hide the first steps',
  done: 'Done',
  check: {
    title: 'Check one address',
    text: 'Yours, for example. 1 credit per result. Unknowns are free.',
    action: 'Check an address',
  },
  sample: {
    title: 'Look at a finished list',
    text: 'A sample with every kind of answer, to filter, search and download. It is free.',
    action: 'Open the sample',
  },
  own: {
    title: 'Upload your own',
    text: 'A CSV, TXT or Excel file. Duplicates and malformed addresses are free.',
  },
  mark: 'Sample',
  hideSample: 'Hide the sample list',
  renameTitle: 'Rename this list',
  renameHint: 'Its downloads and emails carry this name, too.',
  renameSave: 'Rename',
  renamed: 'List renamed.',
} as const;
