export const en = {
  title: 'General conditions',
  lead: 'Please read and accept the general conditions to go on.',
  read: 'Read them',
  authority: 'The French version is the authority; this text is its translation.',
  accept: 'I accept',
  blank: 'to be completed',
} as const;
