import type { Feature } from './feature.ts';

export const credits = {
  routes: {},
  schedules: {
    auditLedger: {
      everyMinutes: 60,
      // One full CPU: a customer may have millions of entries.
      memoryMb: 1769,
      timeoutSeconds: 900,
      // Looks for all customers with a balance, in one part of the table; keeps checkpoints.
      grants: ['table:read', 'table:scan', 'write:credits'],
    },
  },
} as const satisfies Feature<'credits'>;
