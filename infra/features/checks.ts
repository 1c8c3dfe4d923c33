import { CHECKS_IN_FLIGHT } from '../../functions/checks/adapters/keys.ts';
import type { Feature } from './feature.ts';

/**
 * Of single checks. Beyond its concurrency a function's caller gets 500, beyond these 429:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
 * (a target, no guarantee).
 */
const THROTTLE = { rate: 50, burst: 50 };

export const checks = {
  routes: {
    // A silent mail server holds it for 20 s, and no other call may wait for that.
    checkEmail: {
      grants: [
        'write:checks',
        'write:credits',
        'write:facts',
        'write:profile',
        'write:credit-alerts',
        'egress',
        'send:verifyExpress',
      ],
      // It waits for mail servers (docs/cost.md).
      memoryMb: 256,
      throttle: THROTTLE,
      // Room to refuse, within a second, whatever the gateway lets through while all slots are taken.
      concurrency: CHECKS_IN_FLIGHT + THROTTLE.burst + THROTTLE.rate,
    },
    // Polled.
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
