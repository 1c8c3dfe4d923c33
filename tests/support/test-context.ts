import { hkdfSync } from 'node:crypto';
import { createUsedCaptchas } from '../../functions/account/adapters/used-captchas.ts';
import { createCaptcha } from '../../functions/account/adapters/captcha.ts';
import { createPasswords } from '../../functions/account/adapters/passwords.ts';
import type { Passwords } from '../../functions/account/adapters/passwords.ts';
import { createStripeClient } from '../../functions/billing/adapters/stripe-client.ts';
import type { StripeSecret } from '../../functions/billing/adapters/stripe-secret.ts';
import { stripeSecret } from '../../functions/billing/context.ts';
import type { IdGenerator } from '../../functions/platform/clock.ts';
import * as platform from '../../functions/platform/context.ts';
import { createLog } from '../../functions/platform/create-log.ts';
import type { Factory, Get } from '../../functions/platform/container.ts';
import {
  type KeyPurpose,
  SECRET_BY_PURPOSE,
  type Secrets,
} from '../../functions/platform/secrets/secrets.ts';
import { systemIds } from '../../functions/platform/system.ts';
import type { AccountMessage } from '../../shared/messages/account.ts';
import type { BillingMessage } from '../../shared/messages/billing.ts';
import type { MailMessage } from '../../shared/messages/mail.ts';
import type { WebhookMessage } from '../../shared/messages/webhooks.ts';
import { type AllDeps, composeDeps, type FakeFactories } from './compose.ts';
import type { TestTable } from './dynamo.ts';
import { createFakeEngine } from './fake-engine.ts';
import { registerSecret, withRecordedSecrets, watchLog } from './log-watch.ts';
import { guardPort, requireSecretGrant } from './guarded-ports.ts';
import { createMemoryBlobs } from './memory-blobs.ts';
import { type TestClock, testClock } from './test-clock.ts';
import { testEnv } from './test-env.ts';

/** Creates a password hasher that has a low scrypt cost and counts its calls. */
function countingPasswords(): Passwords & { calls(): number } {
  const passwords = createPasswords(systemIds, { ln: 4, r: 1, p: 1 });
  let calls = 0;
  return {
    hash: (password, salt) => {
      calls += 1;
      registerSecret(password);
      return passwords.hash(password, salt);
    },
    matches: (password, hash) => {
      calls += 1;
      registerSecret(password);
      return passwords.matches(password, hash);
    },
    isWeak: passwords.isWeak,
    calls: () => calls,
  };
}

/** Creates real ids, but consecutive one-time codes, so that no two are equal by chance. */
function testIds(): IdGenerator {
  let codes = 0;
  return {
    ...systemIds,
    code: (digits) => {
      codes += 1;
      return String(codes).padStart(digits, '0');
    },
  };
}

/** Creates secrets whose keys are derived from these values; the first value is current. */
export const createTestSecrets = (...values: readonly [string, ...string[]]): Secrets => {
  const derived = (value: string, purpose: KeyPurpose) => {
    requireSecretGrant(SECRET_BY_PURPOSE[purpose]);
    return new Uint8Array(hkdfSync('sha256', value, '', purpose, 32));
  };
  return {
    key: async (purpose) => derived(values[0], purpose),
    keys: async (purpose) => values.map((value) => derived(value, purpose)),
  };
};

/** Stripe keys in tests; the second webhook secret is for tests of rotation. */
export const TEST_STRIPE: StripeSecret = {
  secretKey: 'sk_test_embedded',
  webhookSecrets: ['whsec_test_0123456789', 'whsec_test_next'],
};

/** Returns the Stripe keys, after checking the grant that the product needs to read them. */
export const readTestStripe = async (): Promise<StripeSecret> => {
  requireSecretGrant('STRIPE_SECRET_ID');
  return TEST_STRIPE;
};

export const testSecrets: Secrets = createTestSecrets('test secret');

export type TestContext = ReturnType<typeof testContext>;

/**
 * Creates the product's dependencies on a table, with fake time, fast hashing and known secrets.
 * Queue messages are stored in arrays, or dropped; `given` replaces any dependency.
 */
export function testContext(
  table: Pick<TestTable, 'db'>,
  given: Partial<AllDeps> & { readonly clock?: TestClock } = {},
  settings: Readonly<Record<string, string>> = {},
) {
  const clock = given.clock ?? testClock();
  const env = testEnv(settings);
  const ids = withRecordedSecrets(given.ids ?? testIds());
  const passwords = { ...countingPasswords(), ...given.passwords };
  // All arrays below are ordered oldest first.
  const mails: MailMessage[] = [];
  const accountMessages: AccountMessage[] = [];
  const stripeEvents: BillingMessage[] = [];
  /** Ids of users whose waiting lists were resumed. */
  const resumed: string[] = [];
  const webhookMessages: WebhookMessage[] = [];
  const lines: string[] = [];
  watchLog(lines);
  const noop = async () => undefined;

  // ALTCHA compares the end of a challenge with the clock of the process.
  const start = clock.now();
  const captchaClock = { now: () => Date.now() + clock.now() - start };
  const captchaOf = (purpose: KeyPurpose) => (get: Get) =>
    createCaptcha(
      get(platform.secrets),
      createUsedCaptchas(get(platform.db)),
      captchaClock,
      { cost: 1, from: 1, to: 20 },
      purpose,
    );
  const fakes: FakeFactories = {
    accountQueue: () => ({ send: async (message) => void accountMessages.push(message) }),
    billingQueue: () => ({
      send: async (message) => void stripeEvents.push(message),
      resumeLists: async (userId) => void resumed.push(userId),
    }),
    topUpQueue: () => ({ send: async (message) => void stripeEvents.push(message) }),
    blobs: () => createMemoryBlobs(),
    bouncesQueue: () => ({ send: noop }),
    checkQueue: () => ({ send: noop }),
    connectionsQueue: () => ({ send: noop }),
    captcha: captchaOf('captcha'),
    formCaptcha: captchaOf('form'),
    contendedDb: (get) => get(platform.db),
    db: () => table.db(clock),
    engine: () => createFakeEngine(),
    domainEngine: () => createFakeEngine(),
    egressEngine: () => createFakeEngine(),
    offlineEngine: () => createFakeEngine(),
    env: () => env,
    log: () =>
      createLog(
        'debug',
        () => clock.now(),
        (line) => lines.push(line),
      ),
    mailer: () => ({ send: async () => 'sent' }),
    mailFeedbackQueue: () => ({ send: noop }),
    mailQueue: () => ({ send: async (message) => void mails.push(message) }),
    publicDns: () => ({ exchanges: async (name) => [`mx.${name}`] }),
    privacyQueue: () => ({ send: noop }),
    queues: () => ({
      sendList: noop,
      sendVerify: noop,
      sendEngine: noop,
      sendFinalize: noop,
      sendWatch: noop,
    }),
    webhookQueue: () => ({
      send: async (messages) => void webhookMessages.push(...messages),
    }),
    retries: () => ({ schedule: noop }),
    secrets: () => testSecrets,
    stripeSecret: () => readTestStripe,
    // Without a fake Stripe, nothing listens at this URL.
    stripeClient: (get) =>
      createStripeClient(get(stripeSecret), env.STRIPE_API_BASE ?? 'http://127.0.0.1:1'),
    ...Object.fromEntries(Object.entries(given).map(([name, dep]) => [name, () => dep])),
    clock: () => clock,
    ids: () => ids,
    passwords: () => passwords,
  };
  const guarded = Object.entries<Factory<object>>(fakes).map(([name, fake]) => [
    name,
    (get: Get) => guardPort(name, fake(get)),
  ]);
  const deps = composeDeps(Object.fromEntries(guarded) as FakeFactories);
  return {
    ...deps,
    clock,
    passwords,
    mails,
    accountMessages,
    stripeEvents,
    webhookMessages,
    resumed,
    lines,
  };
}
