import { type Feature, readingTable } from './feature.ts';

export const checks = {
  routes: {
    // A silent mail server holds it for 20 s, and no other call may wait for that.
    checkEmail: {
      grants: [
        ...readingTable,
        'write:checks',
        'write:credits',
        'write:facts',
        'write:profile',
        'write:credit-alerts',
        'csrf-secret',
        'egress',
        'send:verifyExpress',
      ],
      concurrency: 50,
    },
    // Polled.
    getCheck: { grants: ['table:read'] },
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
