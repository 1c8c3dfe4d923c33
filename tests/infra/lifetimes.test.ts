import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { JOURNAL_RETENTION_DAYS } from '../../functions/mail/adapters/mail-journal.ts';
import { MAX_CACHE_AGE_MS, READ_OVERLAP_MS } from '../../functions/admin/customers.ts';
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
import { COUNTER_RETENTION_SECONDS } from '../../functions/checks/adapters/reply-counters.ts';
import { SLOT_LIFETIME_SECONDS } from '../../functions/checks/adapters/check-slots.ts';
import { CHECK_RETENTION_SECONDS } from '../../functions/checks/adapters/checks.ts';
import { VERDICT_MEMORY_MS } from '../../functions/checks/adapters/verdict-memory.ts';
import { JOB_RETENTION_DAYS } from '../../functions/connections/apply-verdicts.ts';
import { IMPORT_RETENTION_DAYS } from '../../functions/connections/start-import.ts';
import { MAX_AGE_MS as BOUNCE_AGE_MS } from '../../functions/connections/rules/bounce-read.ts';
import { MAX_RUN_MS as CONNECTION_RUN_MS } from '../../functions/connections/rules/import.ts';
import { FREE_ANSWER_RETENTION_SECONDS } from '../../functions/credits/adapters/free-answers.ts';
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
import { DAY_MS, SECOND_MS } from '../../shared/model/duration.ts';
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
 * A message lives for the retention of its queue, counted from the time it was sent, including its
 * time in the dead-letter queue. If an operator redrives it, it lives for another retention period,
 * because that sends a new message.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
 */
const MESSAGE_MS = Math.max(...queueRetentionMs);
const REDRIVEN_MESSAGE_MS = 2 * MESSAGE_MS;

const timeoutMs = (worker: string): number => {
  const needs = workerNeeds.get(worker);
  if (needs === undefined) throw new Error(`no worker ${worker}`);
  return needs.timeoutSeconds * SECOND_MS;
};
const LONGEST_RUN_MS = Math.max(...Array.from(workerNeeds.keys(), timeoutMs));
const CALL_MS = config.api.timeoutSeconds * SECOND_MS;

interface Lifetime {
  /** File that sets the expiry, or area of the bucket. */
  readonly subject: string;
  readonly lastsMs: number;
  /** Longest time after which `neededBy` may still need it. */
  readonly neededMs: number;
  readonly neededBy: string;
  /** Consequence for `neededBy` after that time. */
  readonly afterward: string;
}

const LIFETIMES: readonly Lifetime[] = [
  {
    subject: 'access/adapters/directory-writes',
    lastsMs: CHANGE_TTL_SECONDS * SECOND_MS,
    neededMs: MAX_CACHE_AGE_MS + READ_OVERLAP_MS,
    neededBy: 'a cached directory, which reads the changes since its last read',
    afterward: 'the whole directory is read again',
  },
  {
    subject: 'account/adapters/registrations',
    lastsMs: REGISTRATION_RETENTION_DAYS * DAY_MS,
    neededMs: OTP_LIFETIME_MS,
    neededBy: 'the code of a registration',
    afterward: 'the person registers again',
  },
  {
    subject: 'billing/adapters/checkout-intents',
    lastsMs: INTENT_RETENTION_SECONDS * SECOND_MS,
    neededMs: SESSION_LIFETIME_MS + MAX_SESSION_CREATION_MS,
    neededBy: 'a second click on the same link',
    afterward: 'a new payment page',
  },
  {
    subject: 'billing/adapters/stripe-events',
    lastsMs: EVENT_RETENTION_SECONDS * SECOND_MS,
    neededMs: STRIPE_RETENTION_MS + REDRIVEN_MESSAGE_MS,
    neededBy: 'an event that Stripe lists or sends again',
    afterward: 'the event is applied again, and the ledger ignores known payments',
  },
  {
    subject: 'bounces/create-report',
    lastsMs: BOUNCE_REPORT_RETENTION_DAYS * DAY_MS,
    neededMs: Math.max(REDRIVEN_MESSAGE_MS, MAX_REFUND_AGE_DAYS * DAY_MS),
    neededBy: 'the reading of a report, and a second claim for a verdict',
    afterward: 'the verdict is too old for a refund',
  },
  {
    subject: 'checks/adapters/reply-counters',
    lastsMs: COUNTER_RETENTION_SECONDS * SECOND_MS,
    neededMs: DAY_MS,
    neededBy: 'the count of a UTC day',
    afterward: 'another day counts',
  },
  {
    subject: 'checks/adapters/check-slots',
    lastsMs: SLOT_LIFETIME_SECONDS * SECOND_MS,
    neededMs: CALL_MS,
    neededBy: 'the call that holds the slot',
    afterward: 'another call takes the slot',
  },
  {
    subject: 'checks/adapters/checks',
    lastsMs: CHECK_RETENTION_SECONDS * SECOND_MS,
    neededMs: DAY_MS,
    neededBy: 'a repeated request with its idempotency key, from the answer on',
    afterward: 'not found; a pending check does not expire',
  },
  {
    subject: 'checks/adapters/verdict-memory',
    lastsMs: VERDICT_MEMORY_MS,
    neededMs: Math.max(BOUNCE_REPORT_RETENTION_DAYS, MAX_REFUND_AGE_DAYS) * DAY_MS,
    neededBy: 'a bounce of a checked address',
    afterward: 'the address was not checked, says the report',
  },
  {
    subject: 'connections/apply-verdicts',
    lastsMs: JOB_RETENTION_DAYS * DAY_MS,
    neededMs: UNDO_DAYS * DAY_MS + REDRIVEN_MESSAGE_MS,
    neededBy: 'undoing the changes',
    afterward: 'the changes stay',
  },
  {
    subject: 'connections/start-import',
    lastsMs: IMPORT_RETENTION_DAYS * DAY_MS,
    neededMs: MAX_PAUSED_MS + REDRIVEN_MESSAGE_MS,
    neededBy: 'an import that waits for a new key',
    afterward: 'the import ends',
  },
  {
    subject: 'connections/rules/bounce-read',
    lastsMs: 2 * BOUNCE_AGE_MS,
    neededMs: BOUNCE_AGE_MS + REDRIVEN_MESSAGE_MS,
    neededBy: 'the next read, which continues where this one began',
    afterward: 'a read of the last 30 days',
  },
  {
    subject: 'credits/adapters/free-answers',
    lastsMs: FREE_ANSWER_RETENTION_SECONDS * SECOND_MS,
    neededMs: objectMs('work'),
    neededBy: 'the end of a list, which returns its answers',
    afterward: 'nothing is returned to a day that counts no more',
  },
  {
    subject: 'events/adapters/outbox',
    lastsMs: NOTIFIED_TTL_SECONDS * SECOND_MS,
    neededMs: Math.max(REDRIVEN_MESSAGE_MS, STRIPE_RETENTION_MS),
    neededBy: 'a repeated cause of an event',
    afterward: 'the event is sent again',
  },
  {
    subject: 'forms/adapters/forms',
    lastsMs: COUNTER_RETENTION_DAYS * DAY_MS,
    neededMs: REPORT_DAYS * DAY_MS,
    neededBy: 'the report of a form',
    afterward: 'the day is not in the report',
  },
  {
    subject: 'lists/adapters/bounced-addresses',
    lastsMs: BOUNCED_RETENTION_MS,
    neededMs: RESULT_RETENTION_MS,
    neededBy: 'the rows of a result',
    afterward: 'the result has expired',
  },
  {
    subject: 'lists/adapters/lists',
    lastsMs: IDEMPOTENCY_WINDOW_SECONDS * SECOND_MS,
    neededMs: REDRIVEN_MESSAGE_MS,
    neededBy: 'a repeated request with its idempotency key',
    afterward: 'a second list',
  },
  {
    subject: 'mail/adapters/mail-journal',
    lastsMs: JOURNAL_RETENTION_DAYS * DAY_MS,
    neededMs: REDRIVEN_MESSAGE_MS,
    neededBy: 'a second delivery of the message',
    afterward: 'the email is sent twice',
  },
  {
    subject: 'webhooks/rules/delivery',
    lastsMs: DELIVERY_RETENTION_SECONDS * SECOND_MS,
    neededMs: RETRY_WINDOW_MS + MESSAGE_MS,
    neededBy: 'the last attempt',
    afterward: 'the delivery is not attempted',
  },
  {
    subject: 'lists/run/sweep-lists',
    lastsMs: UPLOAD_EXPIRY_MS,
    neededMs: UPLOAD_FORM_LIFETIME_SECONDS * SECOND_MS,
    neededBy: 'an upload that has a form',
    afterward: 'the form has expired',
  },
  // Leases
  {
    subject: 'webhooks/deliver',
    lastsMs: LEASE_DURATION_MS,
    neededMs: timeoutMs('webhooks'),
    neededBy: 'the run that holds the lease',
    afterward: 'another run sends the same deliveries',
  },
  {
    subject: 'lists/rules/timeouts',
    lastsMs: LIST_RUN_MS,
    neededMs: Math.max(timeoutMs('ingest'), timeoutMs('finalize')),
    neededBy: 'the run that holds the lock of a stage',
    afterward: 'another list of the account runs',
  },
  {
    subject: 'connections/rules/import',
    lastsMs: CONNECTION_RUN_MS,
    neededMs: timeoutMs('runConnections'),
    neededBy: 'the run that holds the slot',
    afterward: 'another run of the account starts',
  },
  {
    subject: 'lists/rules/retention',
    lastsMs: LATE_WRITE_GRACE_MS,
    neededMs: LONGEST_RUN_MS,
    neededBy: 'a worker that still writes objects of an ended list',
    afterward: 'S3 deletes the objects',
  },
  // Objects
  {
    subject: 'uploads',
    lastsMs: objectMs('uploads'),
    neededMs: REDRIVEN_MESSAGE_MS,
    neededBy: 'the ingest of the file',
    afterward: 'the list is canceled without a charge',
  },
  {
    subject: 'bounces',
    lastsMs: objectMs('bounces'),
    neededMs: REDRIVEN_MESSAGE_MS,
    neededBy: 'the reading of the mails',
    afterward: 'the mails are not read',
  },
  {
    subject: 'answers',
    lastsMs: objectMs('answers'),
    neededMs: MESSAGE_MS,
    neededBy: 'a message or an event of the task',
    afterward: 'the task has a completion record, or is asked again',
  },
  {
    subject: 'work',
    lastsMs: objectMs('work'),
    neededMs: 2 * MAX_PAUSED_MS + MESSAGE_MS,
    neededBy: 'a list that waits for credits and for its owner',
    afterward: 'the list is canceled without a charge',
  },
  {
    subject: 'results',
    lastsMs: objectMs('results'),
    neededMs: RESULT_RETENTION_MS + DOWNLOAD_LINK_SECONDS * SECOND_MS,
    neededBy: 'a download',
    afterward: 'the page says that the result has expired',
  },
  {
    subject: 'selections',
    lastsMs: objectMs('selections'),
    neededMs: 2 * DOWNLOAD_LINK_SECONDS * SECOND_MS,
    neededBy: 'the download of the selection',
    afterward: 'the customer selects again',
  },
  {
    subject: 'reports',
    lastsMs: objectMs('reports'),
    neededMs: BOUNCE_REPORT_RETENTION_DAYS * DAY_MS,
    neededBy: 'the page of the report',
    afterward: 'the report has expired',
  },
  {
    subject: 'exports',
    lastsMs: objectMs('exports'),
    neededMs: EXPORT_RETENTION_DAYS * DAY_MS + DOWNLOAD_LINK_SECONDS * SECOND_MS,
    neededBy: 'the download of the export',
    afterward: 'the person asks for another',
  },
];

/** Records that expire together with their token, after which nothing can need them. */
const EXPIRE_WITH_THEIR_TOKEN = [
  'access/adapters/sessions',
  'account/adapters/password-resets',
  'account/adapters/used-captchas',
  'members/adapters/invitations',
  'factors/adapters/factors',
];
/** Records that are kept for the period in docs/operators/privacy.md, or that only save work. */
const NOT_NEEDED_BY_WORK = [
  'access/adapters/activity',
  'access/adapters/key-use',
  'account/adapters/closed-accounts',
  'billing/adapters/purchases',
  'checks/adapters/engine-stores',
  'mail/adapters/table-mailer',
  'privacy/adapters/personal-items',
];
/** Records that last two periods of their limit. */
const TWICE_THEIR_PERIOD = [
  'access/limits/dynamo-limits',
  'assistants/adapters/assistant-spending',
];

it.each(LIFETIMES)('$subject lasts as long as $neededBy needs it', ({ lastsMs, neededMs }) => {
  expect(lastsMs).toBeGreaterThanOrEqual(neededMs);
  expect(neededMs).toBeGreaterThan(0);
});

it('everything that expires has a row', () => {
  const setsExpiry = /\b(?:const )?ttl(?: =|:) (?!z\.|number\b|\()/;
  const files = globSync('functions/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('functions/platform/'))
    .filter((file) => setsExpiry.test(readFileSync(file, 'utf8')))
    .map((file) => file.slice('functions/'.length, -'.ts'.length));
  expect(files.length).toBeGreaterThan(25);
  const rows = new Set([
    ...LIFETIMES.map(({ subject }) => subject),
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
