import { type Feature, readingTable } from './feature.ts';

export const usage = {
  routes: {
    usage: { grants: readingTable },
    credits: { grants: ['table:read'] },
  },
} as const satisfies Feature<'usage'>;
