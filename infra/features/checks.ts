import { type Feature, readingTable } from './feature.ts';

export const checks = {
  routes: {
    checkEmail: {
      grants: [...readingTable, 'write:checks', 'write:credits', 'write:facts', 'secret', 'egress'],
    },
  },
  schedules: {
    checkEgress: {
      everyMinutes: 60,
      memoryMb: 256,
      timeoutSeconds: 60,
      grants: ['table:read', 'write:facts', 'egress'],
    },
  },
} as const satisfies Feature<'checks'>;
