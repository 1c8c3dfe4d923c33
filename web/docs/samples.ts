import type { Samples } from './compose-guide.ts';

const files = import.meta.glob<string>('./samples/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The samples of the guide, by the names of their files. */
export const samples: Samples = Object.fromEntries(
  Object.entries(files).map(([path, source]) => [path.replace('./samples/', ''), source]),
);
