import { hkdfSync } from 'node:crypto';
import { createAccounts } from '../../functions/access/adapters/accounts.ts';
import { createApiKeys } from '../../functions/access/adapters/api-keys.ts';
import { createCaptchaReplays } from '../../functions/account/adapters/captcha-replays.ts';
import { createClosedAccounts } from '../../functions/account/adapters/closed-accounts.ts';
import { createCaptcha } from '../../functions/account/adapters/captcha.ts';
import { createDirectory } from '../../functions/access/adapters/directory.ts';
import { createPasswordResets } from '../../functions/account/adapters/password-resets.ts';
import { createPasswords } from '../../functions/account/adapters/passwords.ts';
import { createRegistrations } from '../../functions/account/adapters/registrations.ts';
import { createSessions } from '../../functions/access/adapters/sessions.ts';
import type {
  AccountQueue,
  Captcha,
  ClosedAccounts,
  PasswordResets,
  Passwords,
  Registrations,
} from '../../functions/account/ports.ts';
import type { Accounts, ApiKeys, Directory, Sessions } from '../../functions/access/ports.ts';
import { createCustomers, type Customers } from '../../functions/admin/customers.ts';
import { createCheckoutIntents } from '../../functions/billing/adapters/checkout-intents.ts';
import { createInbox } from '../../functions/billing/adapters/inbox.ts';
import { createPurchases } from '../../functions/billing/adapters/purchases.ts';
import { createStripeClient } from '../../functions/billing/adapters/stripe-client.ts';
import { createStripeSignatures } from '../../functions/billing/adapters/stripe-events.ts';
import { createStripePrices } from '../../functions/billing/adapters/stripe-prices.ts';
import type { StripeSecret } from '../../functions/billing/adapters/stripe-secret.ts';
import { createStripe } from '../../functions/billing/adapters/stripe.ts';
import type {
  BillingQueue,
  CheckoutIntents,
  Inbox,
  Purchases,
  Stripe,
  StripeSignatures,
} from '../../functions/billing/ports.ts';
import { createChecks } from '../../functions/checks/adapters/checks.ts';
import { createEngine } from '../../functions/checks/adapters/engine.ts';
import { createFacts } from '../../functions/checks/adapters/facts.ts';
import { createLeases } from '../../functions/checks/adapters/leases.ts';
import type { Checks, Engine } from '../../functions/checks/ports.ts';
import { createLedger } from '../../functions/credits/adapters/ledger.ts';
import type { Ledger } from '../../functions/credits/ports.ts';
import { createLists } from '../../functions/lists/adapters/lists.ts';
import { createTasks } from '../../functions/lists/adapters/tasks.ts';
import type { Lists, Queues, Tasks } from '../../functions/lists/ports.ts';
import { createMailJournal } from '../../functions/mail/adapters/mail-journal.ts';
import type { MailJournal, MailQueue } from '../../functions/mail/ports.ts';
import type { Clock, Ids } from '../../functions/platform/clock.ts';
import { createLog } from '../../functions/platform/create-log.ts';
import type { Db } from '../../functions/platform/dynamo/db.ts';
import { type Env, readEnv } from '../../functions/platform/env.ts';
import { createLimits } from '../../functions/platform/limits/dynamo-limits.ts';
import type { Limits } from '../../functions/platform/limits/limits.ts';
import type { Log } from '../../functions/platform/log.ts';
import type { Blobs } from '../../functions/platform/s3/blobs.ts';
import type { Retries } from '../../functions/platform/sqs/retries.ts';
import type { Secrets } from '../../functions/platform/secrets/secrets.ts';
import type { Mailer } from '../../functions/platform/ses/mailer.ts';
import { systemIds } from '../../functions/platform/system.ts';
import type { AccountMessage } from '../../shared/messages/account.ts';
import { createPersonalItems } from '../../functions/privacy/adapters/personal-items.ts';
import type { PersonalItems, PrivacyQueue } from '../../functions/privacy/ports.ts';
import type { BillingMessage } from '../../shared/messages/billing.ts';
import type { MailMessage } from '../../shared/messages/mail.ts';
import { noteSecret, watchedIds, watchLog } from './log-watch.ts';
import { createMemoryBlobs } from './memory-blobs.ts';
import type { TestTable } from './dynamo.ts';

/** A clock that stands still until it is told. It starts at the real time, rounded to a second. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(start = Math.ceil(Date.now() / 1000) * 1000): TestClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

/** Scrypt that takes no time, with the count of its calls. */
function countedPasswords(): Passwords & { calls(): number } {
  const passwords = createPasswords(systemIds, { ln: 4, r: 1, p: 1 });
  let calls = 0;
  return {
    hash: (password, salt) => {
      calls += 1;
      noteSecret(password);
      return passwords.hash(password, salt);
    },
    matches: (password, hash) => {
      calls += 1;
      noteSecret(password);
      return passwords.matches(password, hash);
    },
    isWeak: passwords.isWeak,
    calls: () => calls,
  };
}

/** Real ids, but one-time codes that count up, so that no two are equal by chance. */
function testIds(): Ids {
  let codes = 0;
  return {
    ...systemIds,
    code: (digits) => {
      codes += 1;
      return String(codes).padStart(digits, '0');
    },
  };
}

/** Keys made of secrets by their age, the one in use first. */
export const secretsOf = (...values: readonly [string, ...string[]]): Secrets => {
  const derived = (value: string, purpose: string) =>
    new Uint8Array(hkdfSync('sha256', value, '', purpose, 32));
  return {
    key: async (purpose) => derived(values[0], purpose),
    keys: async (purpose) => values.map((value) => derived(value, purpose)),
  };
};

/** The keys of the fake of Stripe in tests; the second webhook secret takes over one day. */
export const TEST_STRIPE: StripeSecret = {
  secretKey: 'sk_test_embedded',
  webhookSecrets: ['whsec_test_0123456789', 'whsec_test_next'],
};

export const testSecrets: Secrets = secretsOf('test secret');

export const testEnv = (settings: Readonly<Record<string, string>> = {}) =>
  readEnv({
    STAGE: 'dev',
    TABLE_NAME: 'tamis-test',
    UPLOADS_BUCKET: 'uploads',
    FILES_BUCKET: 'files',
    LIST_QUEUE_URL: 'http://queue.test/list',
    VERIFY_EXPRESS_QUEUE_URL: 'http://queue.test/express',
    VERIFY_BULK_QUEUE_URL: 'http://queue.test/bulk',
    FINALIZE_QUEUE_URL: 'http://queue.test/finalize',
    ACCOUNT_QUEUE_URL: 'http://queue.test/account',
    BILLING_QUEUE_URL: 'http://queue.test/billing',
    MAIL_QUEUE_URL: 'http://queue.test/mail',
    PRIVACY_QUEUE_URL: 'http://queue.test/privacy',
    APP_SECRET_ID: 'secret',
    STRIPE_SECRET_ID: 'stripe-secret',
    MAIL_FROM: 'no-reply@tamis.example',
    PUBLIC_ORIGIN: 'https://app.tamis.example',
    SMTP_HELO: 'probe.tamis.example',
    SMTP_MAIL_FROM: 'probe@tamis.example',
    SMTP_EGRESS: 'off',
    CHECK_OUTPUT: 'true',
    ...settings,
  });

/** Every part that any handler needs. */
export interface AllParts {
  readonly accountQueue: AccountQueue;
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly billingQueue: BillingQueue;
  readonly blobs: Blobs;
  readonly captcha: Captcha;
  readonly checkoutIntents: CheckoutIntents;
  readonly checks: Checks;
  readonly clock: Clock;
  readonly closedAccounts: ClosedAccounts;
  readonly customers: Customers;
  readonly db: Db;
  readonly directory: Directory;
  readonly engine: Engine;
  readonly env: Env;
  readonly ids: Ids;
  readonly inbox: Inbox;
  readonly ledger: Ledger;
  readonly limits: Limits;
  readonly lists: Lists;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly mailJournal: MailJournal;
  readonly mailQueue: MailQueue;
  readonly passwordResets: PasswordResets;
  readonly passwords: Passwords;
  readonly personalItems: PersonalItems;
  readonly privacyQueue: PrivacyQueue;
  readonly purchases: Purchases;
  readonly queues: Queues;
  readonly registrations: Registrations;
  readonly retries: Retries;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  readonly stripe: Stripe;
  readonly stripeSignatures: StripeSignatures;
  readonly tasks: Tasks;
}

export interface TestContext extends AllParts {
  readonly clock: TestClock;
  readonly passwords: Passwords & { calls(): number };
  /** Mails that were queued, oldest first. */
  readonly mails: MailMessage[];
  /** Messages left in the account queue, oldest first. */
  readonly accountMessages: AccountMessage[];
  /** Events that were left to the billing worker, oldest first. */
  readonly stripeEvents: BillingMessage[];
  /** Users whose waiting lists were to start, oldest first. */
  readonly resumed: string[];
  /** Lines that were logged. */
  readonly lines: string[];
}

/**
 * All parts on a real table, with time, cost and secrets in the test's hand. The mail queue keeps
 * what it is given, the other queues drop it; `given` takes the place of any part.
 */
export function testContext(
  table: Pick<TestTable, 'db'>,
  given: Partial<AllParts> & { readonly clock?: TestClock } = {},
  settings: Readonly<Record<string, string>> = {},
): TestContext {
  const clock = given.clock ?? testClock();
  const db = given.db ?? table.db(clock);
  const env = testEnv(settings);
  const ids = watchedIds(given.ids ?? testIds());
  const secrets = given.secrets ?? testSecrets;
  const mails: MailMessage[] = [];
  const accountMessages: AccountMessage[] = [];
  const stripeEvents: BillingMessage[] = [];
  const resumed: string[] = [];
  const lines: string[] = [];
  watchLog(lines);
  const log =
    given.log ??
    createLog(
      'debug',
      () => clock.now(),
      (line) => lines.push(line),
    );
  const directory = given.directory ?? createDirectory(db);
  const ledger = given.ledger ?? createLedger(db, clock);
  const stripeSecret = async () => TEST_STRIPE;
  // Without the fake there is nobody at the other end.
  const client = createStripeClient(stripeSecret, env.STRIPE_API_BASE ?? 'http://127.0.0.1:1');
  const accounts = given.accounts ?? createAccounts(db, clock);
  return {
    accountQueue: {
      send: async (message) => {
        accountMessages.push(message);
      },
    },
    accounts,
    apiKeys: createApiKeys(db, accounts, secrets, ids, log),
    billingQueue: {
      send: async (message) => {
        stripeEvents.push(message);
      },
      resumeLists: async (userId) => {
        resumed.push(userId);
      },
    },
    blobs: createMemoryBlobs(),
    captcha: createCaptcha(secrets, createCaptchaReplays(db), clock, { cost: 1, from: 1, to: 20 }),
    checkoutIntents: createCheckoutIntents(db, clock),
    checks: createChecks(db, ledger),
    customers: createCustomers(directory, clock),
    closedAccounts: createClosedAccounts(db, clock, accounts),
    db,
    directory,
    engine: createEngine({
      env,
      facts: createFacts(db, clock),
      leases: createLeases(db),
      clock,
      ids,
      log,
      proxy: async () => 'off',
    }),
    env,
    inbox: createInbox(db, clock, accounts),
    ledger,
    limits: createLimits(db, clock, log, env.LIMIT_FACTOR),
    lists: createLists(db, ledger),
    log,
    mailer: { send: async () => 'sent' },
    mailJournal: createMailJournal(db, clock),
    mailQueue: {
      send: async (message) => {
        mails.push(message);
      },
    },
    passwordResets: createPasswordResets(db, accounts),
    personalItems: createPersonalItems(db),
    privacyQueue: { send: async () => undefined },
    purchases: createPurchases(db),
    queues: {
      sendList: async () => undefined,
      sendVerify: async () => undefined,
      sendFinalize: async () => undefined,
    },
    registrations: createRegistrations(db),
    retries: { schedule: async () => undefined },
    secrets,
    sessions: createSessions(db),
    stripe: createStripe(client, createStripePrices(client, clock), clock, env),
    stripeSignatures: createStripeSignatures(stripeSecret, clock),
    tasks: createTasks(db),
    ...given,
    ids,
    clock,
    passwords: { ...countedPasswords(), ...given.passwords },
    accountMessages,
    mails,
    stripeEvents,
    resumed,
    lines,
  };
}
