import { type Feature, readingTable } from './feature.ts';

export const usage = {
  routes: { usage: { grants: readingTable } },
} as const satisfies Feature<'usage'>;
