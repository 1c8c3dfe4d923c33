import { CHECKS_IN_FLIGHT } from '../../functions/checks/adapters/keys.ts';
import type { Feature } from './feature.ts';

/**
 * Single checks beyond the function's concurrency get 500; calls beyond this limit get 429:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 * (AWS calls the limit a target, not a guarantee).
 */
const THROTTLE = { rate: 50, burst: 50 };

export const checks = {
  routes: {
    // A mail server that does not reply can block a check for 20 s, which must not delay other
    // calls.
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
      throttle: THROTTLE,
      // Includes room to reject, within a second, the calls that the gateway lets through while all
      // slots are taken.
      concurrency: CHECKS_IN_FLIGHT + THROTTLE.burst + THROTTLE.rate,
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
