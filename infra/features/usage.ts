import type { FeatureDefinition } from './feature.ts';

export const usage = {
  routes: {
    usage: { grants: [] },
    credits: { grants: [] },
  },
} as const satisfies FeatureDefinition<'usage'>;
