import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { JOURNAL_RETENTION_DAYS } from '../../functions/mail/adapters/mail-journal.ts';
import { REGISTRATION_RETENTION_DAYS } from '../../functions/account/adapters/registrations.ts';
import { OTP_LIFETIME_MS } from '../../functions/account/rules/otp.ts';
import { CHANGE_TTL_SECONDS } from '../../functions/access/adapters/directory-writes.ts';
import { INTENT_RETENTION_SECONDS } from '../../functions/billing/adapters/checkout-intents.ts';
import { EVENT_RETENTION_SECONDS } from '../../functions/billing/adapters/stripe-events.ts';
import {
  MAX_SESSION_CREATION_MS,
  SESSION_LIFETIME_MS,
} from '../../functions/billing/checkout/checkout-url.ts';
import { STRIPE_RETENTION_MS } from '../../functions/billing/reconciliation/reconcile-billing.ts';
import { COUNTER_RETENTION_SECONDS } from '../../functions/checks/adapters/answer-counters.ts';
import { SLOT_SECONDS } from '../../functions/checks/adapters/check-slots.ts';
import { CHECK_RETENTION_SECONDS } from '../../functions/checks/adapters/checks.ts';
import { VERDICT_MEMORY_MS } from '../../functions/checks/adapters/verdict-memory.ts';
import { JOB_RETENTION_DAYS } from '../../functions/connections/apply-verdicts.ts';
import { IMPORT_RETENTION_DAYS } from '../../functions/connections/import-contacts.ts';
import { MAX_AGE_MS as BOUNCE_AGE_MS } from '../../functions/connections/rules/bounce-read.ts';
import { MAX_RUN_MS as CONNECTION_RUN_MS } from '../../functions/connections/rules/import.ts';
import { ANSWER_RETENTION_SECONDS } from '../../functions/credits/adapters/free-answers.ts';
import { NOTIFIED_TTL_SECONDS } from '../../functions/events/adapters/outbox.ts';
import { COUNTER_RETENTION_DAYS, REPORT_DAYS } from '../../functions/forms/adapters/forms.ts';
import { BOUNCED_RETENTION_MS } from '../../functions/lists/adapters/bounced-addresses.ts';
import { IDEMPOTENCY_WINDOW_SECONDS } from '../../functions/lists/adapters/lists.ts';
import {
  DOWNLOAD_LINK_SECONDS,
  LATE_WRITE_GRACE_MS,
  MAX_PAUSED_MS,
  RESULT_RETENTION_MS,
  UPLOAD_EXPIRY_MS,
} from '../../functions/lists/rules/retention.ts';
import { MAX_RUN_MS as LIST_RUN_MS } from '../../functions/lists/rules/timeouts.ts';
import { EXPORT_RETENTION_DAYS } from '../../functions/privacy/rules/retention.ts';
import { LEASE_DURATION_MS } from '../../functions/webhooks/deliver.ts';
import { RETRY_WINDOW_MS } from '../../functions/webhooks/rules/backoff.ts';
import { DELIVERY_RETENTION_SECONDS } from '../../functions/webhooks/rules/delivery.ts';
import { workerNeeds } from '../../infra/features/index.ts';
import { createStageConfig } from '../../infra/stage/config.ts';
import {
  BOUNCE_REPORT_RETENTION_DAYS,
  MAX_REFUND_AGE_DAYS,
} from '../../shared/model/bounces/bounce.ts';
import { UNDO_DAYS } from '../../shared/model/connections/connection.ts';
import { DAY_MS } from '../../shared/model/duration.ts';
import { CHALLENGE_LIFETIME_MS } from '../../shared/model/second-factor.ts';
import { UPLOAD_FORM_LIFETIME_SECONDS } from '../../shared/model/upload-limits.ts';
import { PRODUCTION_CONFIG } from './production.ts';
import { findResources } from './template.ts';

/**
 * Compares the lifetime of everything that expires with the longest time that it is needed. A
 * lifetime that is shorter loses work after an outage; for example, a check that expired while the
 * service was paused was neither answered nor refunded.
 */

const lifecycle = z.object({
  LifecycleConfiguration: z
    .object({
      Rules: z.array(
        z.object({ Prefix: z.optional(z.string()), ExpirationInDays: z.optional(z.number()) }),
      ),
    })
    .default({ Rules: [] }),
});
const SECOND_MS = 1000;
const config = createStageConfig('prod', PRODUCTION_CONFIG);

/** Retention of messages and objects in the template of production. */
const queueRetentionMs = Object.values(findResources('prod', 'AWS::SQS::Queue')).map(
  ({ Properties }) => Number(Properties['MessageRetentionPeriod']) * SECOND_MS,
);
const objectDays = new Map(
  Object.values(findResources('prod', 'AWS::S3::Bucket')).flatMap(({ Properties }) =>
    lifecycle
      .parse(Properties)
      .LifecycleConfiguration.Rules.flatMap(({ Prefix, ExpirationInDays }) =>
        Prefix !== undefined && ExpirationInDays !== undefined
          ? [[Prefix.slice(0, -1), ExpirationInDays] as const]
          : [],
      ),
  ),
);
const objectMs = (area: string): number => (objectDays.get(area) ?? 0) * DAY_MS;

/**
 * A message lives for the retention of its queue from the time it was sent, in the dead-letter queue
 * too, and again as long if an operator redrives it, because that sends a new message.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
 */
const MESSAGE_MS = Math.max(...queueRetentionMs);
const REDRIVEN_MESSAGE_MS = 2 * MESSAGE_MS;

const timeoutMs = (worker: string): number => {
  const needs = workerNeeds.get(worker);
  if (needs === undefined) throw new Error(`no worker ${worker}`);
  return needs.timeoutSeconds * SECOND_MS;
};
const CALL_MS = config.api.timeoutSeconds * SECOND_MS;

interface Lifetime {
  /** File that sets the expiry, or area of the bucket. */
  readonly of: string;
  readonly lasts: number;
  /** Longest time, in milliseconds, after which something may still need it. */
  readonly needed: number;
  readonly by: string;
  /** What happens to something that needs it later. */
  readonly after: string;
}

const row = (of: string, lasts: number, needed: number, by: string, after: string): Lifetime => ({
  of,
  lasts,
  needed,
  by,
  after,
});

const LIFETIMES: readonly Lifetime[] = [
  row(
    'access/adapters/directory-writes',
    CHANGE_TTL_SECONDS * SECOND_MS,
    DAY_MS,
    'the limit of changes a day',
    'the limit starts again',
  ),
  row(
    'account/adapters/registrations',
    REGISTRATION_RETENTION_DAYS * DAY_MS,
    OTP_LIFETIME_MS,
    'the code of a registration',
    'the person registers again',
  ),
  row(
    'billing/adapters/checkout-intents',
    INTENT_RETENTION_SECONDS * SECOND_MS,
    SESSION_LIFETIME_MS + MAX_SESSION_CREATION_MS,
    'a second click on the same link',
    'a new payment page',
  ),
  row(
    'billing/adapters/stripe-events',
    EVENT_RETENTION_SECONDS * SECOND_MS,
    STRIPE_RETENTION_MS + REDRIVEN_MESSAGE_MS,
    'an event that Stripe lists or sends again',
    'the event is applied again, and the ledger ignores known payments',
  ),
  row(
    'bounces/create-report',
    BOUNCE_REPORT_RETENTION_DAYS * DAY_MS,
    Math.max(REDRIVEN_MESSAGE_MS, MAX_REFUND_AGE_DAYS * DAY_MS),
    'the reading of a report, and a second claim for a verdict',
    'the verdict is too old for a refund',
  ),
  row(
    'checks/adapters/answer-counters',
    COUNTER_RETENTION_SECONDS * SECOND_MS,
    DAY_MS,
    'the count of a UTC day',
    'another day counts',
  ),
  row(
    'checks/adapters/check-slots',
    SLOT_SECONDS * SECOND_MS,
    CALL_MS,
    'the call that holds the slot',
    'another call takes the slot',
  ),
  row(
    'checks/adapters/checks',
    CHECK_RETENTION_SECONDS * SECOND_MS,
    DAY_MS,
    'a repeated request with its idempotency key, from the answer on',
    'not found; a pending check does not expire',
  ),
  row(
    'checks/adapters/verdict-memory',
    VERDICT_MEMORY_MS,
    Math.max(BOUNCE_REPORT_RETENTION_DAYS, MAX_REFUND_AGE_DAYS) * DAY_MS,
    'a bounce of a checked address',
    'the address was not checked, says the report',
  ),
  row(
    'connections/apply-verdicts',
    JOB_RETENTION_DAYS * DAY_MS,
    UNDO_DAYS * DAY_MS + REDRIVEN_MESSAGE_MS,
    'undoing the changes',
    'the changes stay',
  ),
  row(
    'connections/import-contacts',
    IMPORT_RETENTION_DAYS * DAY_MS,
    MAX_PAUSED_MS + REDRIVEN_MESSAGE_MS,
    'an import that waits for a new key',
    'the import ends',
  ),
  row(
    'connections/rules/bounce-read',
    2 * BOUNCE_AGE_MS,
    BOUNCE_AGE_MS + REDRIVEN_MESSAGE_MS,
    'the next read, which continues where this one began',
    'a read of the last 30 days',
  ),
  row(
    'credits/adapters/free-answers',
    ANSWER_RETENTION_SECONDS * SECOND_MS,
    objectMs('work'),
    'the end of a list, which returns its answers',
    'nothing is returned to a day that counts no more',
  ),
  row(
    'events/adapters/outbox',
    NOTIFIED_TTL_SECONDS * SECOND_MS,
    Math.max(REDRIVEN_MESSAGE_MS, STRIPE_RETENTION_MS),
    'a repeated cause of an event',
    'the event is sent again',
  ),
  row(
    'forms/adapters/forms',
    COUNTER_RETENTION_DAYS * DAY_MS,
    REPORT_DAYS * DAY_MS,
    'the report of a form',
    'the day is not in the report',
  ),
  row(
    'lists/adapters/bounced-addresses',
    BOUNCED_RETENTION_MS,
    RESULT_RETENTION_MS,
    'the rows of a result',
    'the result has expired',
  ),
  row(
    'lists/adapters/lists',
    IDEMPOTENCY_WINDOW_SECONDS * SECOND_MS,
    REDRIVEN_MESSAGE_MS,
    'a repeated request with its idempotency key',
    'a second list',
  ),
  row(
    'mail/adapters/mail-journal',
    JOURNAL_RETENTION_DAYS * DAY_MS,
    REDRIVEN_MESSAGE_MS,
    'a second delivery of the message',
    'the email is sent twice',
  ),
  row(
    'webhooks/rules/delivery',
    DELIVERY_RETENTION_SECONDS * SECOND_MS,
    RETRY_WINDOW_MS + MESSAGE_MS,
    'the last attempt',
    'the delivery is not attempted',
  ),
  row(
    'second-factor/adapters/factors',
    CHALLENGE_LIFETIME_MS,
    CHALLENGE_LIFETIME_MS,
    'a second use of a challenge',
    'the challenge has expired',
  ),
  row(
    'lists/run/sweep-lists',
    UPLOAD_EXPIRY_MS,
    UPLOAD_FORM_LIFETIME_SECONDS * SECOND_MS,
    'an upload that has a form',
    'the form has expired',
  ),
  // Leases
  row(
    'webhooks/deliver',
    LEASE_DURATION_MS,
    timeoutMs('webhooks'),
    'the run that holds the lease',
    'another run sends the same deliveries',
  ),
  row(
    'lists/rules/timeouts',
    LIST_RUN_MS,
    Math.max(timeoutMs('ingest'), timeoutMs('finalize')),
    'the run that holds the lock of a stage',
    'another list of the account runs',
  ),
  row(
    'connections/rules/import',
    CONNECTION_RUN_MS,
    timeoutMs('runConnections'),
    'the run that holds the slot',
    'another run of the account starts',
  ),
  row(
    'lists/rules/retention',
    LATE_WRITE_GRACE_MS,
    Math.max(
      ...Array.from(workerNeeds.values(), ({ timeoutSeconds }) => timeoutSeconds * SECOND_MS),
    ),
    'a worker that still writes objects of an ended list',
    'S3 deletes the objects',
  ),
  // Objects
  row(
    'uploads',
    objectMs('uploads'),
    REDRIVEN_MESSAGE_MS,
    'the ingest of the file',
    'the list is canceled without a charge',
  ),
  row(
    'bounces',
    objectMs('bounces'),
    REDRIVEN_MESSAGE_MS,
    'the reading of the mails',
    'the mails are not read',
  ),
  row(
    'answers',
    objectMs('answers'),
    MESSAGE_MS,
    'a message or an event of the task',
    'the task has a completion record, or is asked again',
  ),
  row(
    'work',
    objectMs('work'),
    2 * MAX_PAUSED_MS + MESSAGE_MS,
    'a list that waits for credits and for its owner',
    'the list is canceled without a charge',
  ),
  row(
    'results',
    objectMs('results'),
    RESULT_RETENTION_MS + DOWNLOAD_LINK_SECONDS * SECOND_MS,
    'a download',
    'the page says that the result has expired',
  ),
  row(
    'selections',
    objectMs('selections'),
    2 * DOWNLOAD_LINK_SECONDS * SECOND_MS,
    'the download of the selection',
    'the customer selects again',
  ),
  row(
    'reports',
    objectMs('reports'),
    BOUNCE_REPORT_RETENTION_DAYS * DAY_MS,
    'the page of the report',
    'the report has expired',
  ),
  row(
    'exports',
    objectMs('exports'),
    EXPORT_RETENTION_DAYS * DAY_MS + DOWNLOAD_LINK_SECONDS * SECOND_MS,
    'the download of the export',
    'the person asks for another',
  ),
];

/** Records that expire with the token or the day in them, so that nothing can need them later. */
const EXPIRE_WITH_THEIR_TOKEN = [
  'access/adapters/sessions',
  'account/adapters/password-resets',
  'account/adapters/used-captchas',
  'members/adapters/invitations',
];
/** Records whose period is a promise of docs/privacy.md, or which only save work. */
const NOT_NEEDED_BY_WORK = [
  'access/adapters/activity',
  'access/adapters/key-use',
  'account/adapters/closed-accounts',
  'billing/adapters/purchases',
  'checks/adapters/engine-stores',
  'mail/adapters/table-mailer',
  'privacy/adapters/personal-items',
];
/** Two periods of the limit, or two days of a day's sum, as the file says beside the expiry. */
const TWICE_THEIR_PERIOD = [
  'access/limits/dynamo-limits',
  'assistants/adapters/assistant-spending',
];

it.each(LIFETIMES)('$of lasts as long as it is needed by $by', ({ lasts, needed }) => {
  expect(lasts).toBeGreaterThanOrEqual(needed);
  expect(needed).toBeGreaterThan(0);
});

it('everything that expires has a row', () => {
  const setsExpiry = /\b(?:const )?ttl(?: =|:) (?!z\.|number\b|\()/;
  const files = globSync('functions/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('functions/platform/'))
    .filter((file) => setsExpiry.test(readFileSync(file, 'utf8')))
    .map((file) => file.slice('functions/'.length, -'.ts'.length));
  expect(files.length).toBeGreaterThan(25);
  const rows = new Set([
    ...LIFETIMES.map(({ of }) => of),
    ...EXPIRE_WITH_THEIR_TOKEN,
    ...NOT_NEEDED_BY_WORK,
    ...TWICE_THEIR_PERIOD,
  ]);
  expect(files.filter((file) => !rows.has(file))).toEqual([]);
  expect(
    Object.keys(config.retentionDays).filter((area) => area !== 'deadMessages' && !rows.has(area)),
  ).toEqual([]);
  expect([...objectDays.keys()].filter((area) => !rows.has(area))).toEqual([]);
});
