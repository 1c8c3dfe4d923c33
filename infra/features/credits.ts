import type { Feature } from './feature.ts';

export const credits = {
  routes: {},
  schedules: {
    auditLedger: {
      everyMinutes: 60,
      // One full CPU: a customer may have millions of entries.
      memoryMb: 1769,
      timeoutSeconds: 900,
      // Finds all customers with a balance by scanning a segment of the table.
      grants: ['table:read', 'table:scan'],
    },
  },
} as const satisfies Feature<'credits'>;
