export const en = {
  title: 'Administration',
  notYet: 'The administration area is not open yet. There is nothing to do here for now.',
} as const;
