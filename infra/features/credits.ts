import { type FeatureDefinition, reads } from './feature.ts';

export const credits = {
  routes: {},
  schedules: {
    auditLedger: {
      everyMinutes: 60,
      // One full CPU, because a customer may have millions of ledger entries.
      memoryMb: 1769,
      timeoutSeconds: 900,
      // Scans one part of the table for customers with a balance, and stores checkpoints.
      grants: [...reads('DIRECTORY', 'USER'), 'table:scan', 'write:credits'],
    },
  },
} as const satisfies FeatureDefinition<'credits'>;
