import type { FeatureDefinition } from './feature.ts';

/** Grants for checking an address while the caller waits. */
export const addressCheckGrants = [
  'read:CHECKSLOTS',
  'write:checks',
  // Key for the HMACs under which verdicts are stored.
  'link-secret',
  'write:credits',
  'write:profile',
  'write:low-balance-alerts',
  'engine',
] as const;

export const checks = {
  routes: {
    // Concurrency is limited separately, because a silent mail server can block a check for 20 s.
    checkEmail: {
      // If the caller does not wait, a queue continues the check.
      grants: [...addressCheckGrants, 'send:verify'],
      // Needs little memory, because the function mostly waits for mail servers
      // (docs/operators/cost.md).
      memoryMb: 256,
      // Calls beyond the concurrency get 500, beyond the throttle 429 (a target, not a guarantee):
      // https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
      // The rate assumes two seconds per check. While all checks in flight are taken, the function
      // rejects a call within a second, in which the throttle passes at most `rate + burst` calls.
      forChecks: (checksInFlight) => {
        const rate = Math.ceil(checksInFlight / 2);
        return { throttle: { rate, burst: rate }, concurrency: checksInFlight + 2 * rate };
      },
    },
    getCheck: { grants: [] },
  },
  workers: {
    // The only function that parses what mail servers send. It must not get grants for customers'
    // data.
    engine: {
      reads: ['engineExpress', 'engineBulk'],
      // Needs little memory, because the function mostly waits for mail servers
      // (docs/operators/cost.md).
      memoryMb: 256,
      // Equals the timeout of background checks, the callers that wait longest.
      timeoutSeconds: 120,
      batchSize: 1,
      // Each booked answer sends the next task of its list.
      mayLoop: true,
      grants: ['facts', 'egress', 'answers:test', 'answers:write'],
    },
  },
  schedules: {
    checkEgress: {
      everyMinutes: 60,
      memoryMb: 256,
      timeoutSeconds: 60,
      grants: ['facts', 'egress'],
    },
  },
} as const satisfies FeatureDefinition<'checks'>;
