import type { Feature } from './feature.ts';

export const checks = {
  routes: {
    // A silent mail server can block a check for 20 s, which must not delay other calls.
    checkEmail: {
      grants: [
        'write:checks',
        'write:credits',
        'write:facts',
        'write:profile',
        'write:low-balance-alerts',
        'egress',
        'send:verifyExpress',
      ],
      // Small, because the function mostly waits for mail servers (docs/cost.md).
      memoryMb: 256,
      // Calls beyond the concurrency get 500, beyond the throttle 429 (a target, not a guarantee):
      // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
      // The throttle passes checks of two seconds in all slots; while all are taken, the function
      // rejects what it passes within a second.
      forChecks: (checksInFlight) => {
        const rate = Math.ceil(checksInFlight / 2);
        return { throttle: { rate, burst: rate }, concurrency: checksInFlight + 2 * rate };
      },
    },
    getCheck: { grants: [] },
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
