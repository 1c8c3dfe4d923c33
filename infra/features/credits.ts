import type { Feature } from './feature.ts';

export const credits = {
  routes: {},
  schedules: {
    auditLedger: {
      everyMinutes: 360,
      memoryMb: 512,
      timeoutSeconds: 900,
      // It looks for everybody who has a balance.
      grants: ['table:read', 'table:scan'],
    },
  },
} as const satisfies Feature<'credits'>;
