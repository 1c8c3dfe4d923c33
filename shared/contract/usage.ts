import * as z from 'zod/mini';
import { ACTIVITY_KINDS, ACTIVITY_VERBS } from '../model/access.ts';
import { count, envelope, text, timestamp } from './fields.ts';
import { listSummary } from './list-detail.ts';
import { defineRoutes } from './route.ts';

export const USAGE_TYPES = [
  'list',
  'checks',
  'purchase',
  'welcome',
  'gift',
  'replacement',
  'refund',
  'refund_failed',
  'correction',
  'dispute',
] as const;

/** Credit movements of one day, summed per list, API key or event. */
export const usageRow = z.object({
  day: z.iso.date().check(z.describe('Day in UTC')),
  at: z.nullable(
    timestamp('Time of the last movement of the day; null for days before this was recorded'),
  ),
  type: z
    .enum(USAGE_TYPES)
    .check(
      z.describe(
        'Kind of movement: `checks` are single addresses, `welcome` the credits of a new account, `replacement` the credits for a wrong result',
      ),
    ),
  file_id: z.nullable(
    text(
      'Id of the verified list, or of the list whose credits were replaced; null without a list',
    ),
  ),
  file_name: z.nullable(text('Name of the list; null if it was deleted')),
  file_state: z
    .nullable(listSummary.shape.state)
    .check(z.describe('Current state of the list; null if it was deleted')),
  file_verified: z.nullable(count('Distinct addresses of the list with a verdict')),
  file_valid: z.nullable(count('Distinct valid addresses of the list')),
  by: z.nullable(text('`web`, or the last four characters of the API key; null if not recorded')),
  person: z
    .nullable(
      z.object({
        id: text('Id of the person'),
        name: z.nullable(text('Name of the person; null after deletion')),
      }),
    )
    .check(
      z.describe(
        'Who used the credits in the web app, for administrators of the account; null for API keys, and if not recorded',
      ),
    ),
  change: z.int().check(z.describe('Change in available credits; negative if they were spent')),
  added: count('Credits bought or granted'),
  reserved: count('Credits reserved at the start of a list'),
  charged: count('Credits charged for verdicts'),
  returned: count('Credits that were reserved but not needed'),
  held: count('Credits held while a payment is disputed'),
  taken_back: count('Credits taken back by a refund, a lost dispute or a correction'),
  borrowed: count('New debt: credits that were taken back but already spent'),
  repaid: count('Debt repaid with new credits'),
});
export type UsageRow = z.infer<typeof usageRow>;

export const balance = z
  .object({
    available: count('Credits that can be spent'),
    reserved: count('Credits set aside for running lists'),
    held: count('Credits held while a payment is disputed'),
    debt: count('Credits owed, which the next credits repay first'),
  })
  .check(z.describe('Current credits of the account'));

const freeAnswers = z
  .object({
    used: count('Answers that were free or are reserved'),
    limit: count('Maximum number of free answers'),
    label: text('Both numbers in words, in the language of the request'),
  })
  .check(z.describe('Answers without a charge on the current day in UTC'));

export const usageMonth = z.object({
  month: text('The month in UTC, such as `2026-11`'),
  balance,
  free_answers: freeAnswers,
  closing: z
    .int()
    .check(z.describe('Credits available at the end of the month, or now in the current month')),
  data: z.array(usageRow).check(z.describe('Movements, newest day first, up to 500 rows')),
  next: z.nullable(text('Cursor of the next page; null on the last page')),
});

const activityEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  who: z
    .nullable(
      z.object({
        type: z.enum(['person', 'key']).check(z.describe('A person, or an API key')),
        id: text('Id of the person, or last four characters of the key'),
        name: z.nullable(text('Name and email address of a person; null after deletion')),
      }),
    )
    .check(z.describe('Null for the service, and before this was recorded')),
  kind: z.enum(ACTIVITY_KINDS).check(z.describe('Kind of the object')),
  what: z
    .enum(ACTIVITY_VERBS)
    .check(z.describe('What happened to the object; logins and payments are `added`')),
  target: text('Id of the object'),
  name: text('Name of the object, if it had one'),
  from: z.nullable(text('Old value of what was changed; null if not recorded')),
  to: z.nullable(text('New value of what was changed; null if not recorded')),
  by: text('Browser or key, and the network for 30 days; empty for the service'),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

const month = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'field.month' }));

export const usageRoutes = defineRoutes('usage', {
  credits: {
    method: 'GET',
    path: '/api/credits',
    withSso: true,
    auth: 'customer-or-key',
    scope: 'read',
    role: 'any',
    limit: 'poll_user',
    output: envelope(balance),
  },

  /** Entries are deleted after 400 days, and their networks after 30 days. */
  listActivity: {
    method: 'GET',
    path: '/api/activity',
    // Does not accept API keys, because members can create keys with the scope `read`.
    auth: 'customer-terms',
    role: 'admin',
    query: z.object({
      person: z.optional(z.string().check(z.maxLength(40))).check(z.describe('Id of a person')),
      kind: z.optional(z.enum(ACTIVITY_KINDS)).check(z.describe('Kind of the objects')),
      from: z.optional(z.iso.date()).check(z.describe('First day, in UTC')),
      to: z.optional(z.iso.date()).check(z.describe('Last day, in UTC')),
      cursor: z
        .optional(z.string().check(z.regex(/^[0-9A-Z]{26}$/)))
        .check(z.describe('`next` of the previous page')),
    }),
    output: envelope(
      z.object({
        entries: z
          .array(activityEntry)
          .check(z.describe('Newest first; a page can be empty although there is a next one')),
        next: z.nullable(text('Cursor of the next page; null on the last page')),
      }),
    ),
  },

  usage: {
    method: 'GET',
    path: '/api/usage',
    auth: 'customer-or-key',
    scope: 'read',
    role: 'viewer',
    query: z.object({
      month: z
        .optional(month)
        .check(z.describe('Month in UTC, such as `2026-11`; by default, the current month')),
      cursor: z
        .optional(z.string().check(z.maxLength(512)))
        .check(z.describe('`next` of the previous page')),
    }),
    output: envelope(usageMonth),
  },
});
