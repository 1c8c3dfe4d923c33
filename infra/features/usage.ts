import type { FeatureDefinition } from './feature.ts';

export const usage = {
  routes: {
    usage: { grants: [] },
    listActivity: { grants: ['read:ACTIVITY'] },
    credits: { grants: [] },
  },
} as const satisfies FeatureDefinition<'usage'>;
