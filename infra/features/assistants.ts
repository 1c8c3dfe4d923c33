import type { FeatureDefinition } from './feature.ts';

/**
 * The function has no rights to the account: it calls the API with the caller's key. It counts what
 * assistants spend, and signs confirmations.
 */
export const assistants = {
  routes: {
    mcp: { grants: ['read:ASSISTANT', 'write:assistantSpending', 'link-secret'] },
  },
} as const satisfies FeatureDefinition<'assistants'>;
