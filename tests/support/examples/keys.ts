import type { keyRoutes } from '../../../shared/contract/keys.ts';
import type { PrivateExamplesOf } from './example.ts';

const firstKey = {
  id: 'first',
  name: null,
  masked: 'tms_live_…7uXo',
  scopes: ['check', 'lists', 'read', 'webhooks'],
  created_at: '2026-10-02T09:14:03.000Z',
  last_used_at: '2026-11-20T16:02:11.000Z',
  assistant_credits: 1000,
} as const;

const websiteKey = {
  id: '01KAJ4T6Q8Z3M5N7P9R1S2V4W6',
  name: 'Sign-up form',
  masked: 'tms_live_…gwl4',
  scopes: ['check'],
  created_at: '2026-11-20T15:30:00.000Z',
  last_used_at: null,
  assistant_credits: 0,
} as const;

export const keyExamples = {
  listKeys: {
    response: {
      data: {
        keys: [
          { ...firstKey, scopes: [...firstKey.scopes] },
          { ...websiteKey, scopes: ['check'] },
        ],
      },
    },
  },

  createKey: {
    body: { name: websiteKey.name, scopes: ['check'], assistant_credits: 0 },
    response: {
      data: {
        ...websiteKey,
        scopes: ['check'],
        api_key: 'tms_live_9dR2hV7kQxN4cT1yJ6mB8pW3sL0fZ5eAgwl4',
      },
    },
  },

  revokeKey: {
    params: { id: websiteKey.id },
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof keyRoutes>;
