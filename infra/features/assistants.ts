import type { FeatureDefinition } from './feature.ts';

/**
 * The function has no rights to the account: it calls the API with the caller's key. It only counts
 * what assistants spend.
 */
export const assistants = {
  routes: {
    mcp: { grants: ['read:ASSISTANT', 'write:assistantSpending'] },
  },
} as const satisfies FeatureDefinition<'assistants'>;
