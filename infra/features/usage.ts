import type { Feature } from './feature.ts';

export const usage = {
  routes: {
    usage: { grants: [] },
    credits: { grants: [] },
  },
} as const satisfies Feature<'usage'>;
