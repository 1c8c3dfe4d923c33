import * as z from 'zod/mini';
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

const month = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'field.month' }));

export const usageRoutes = defineRoutes('usage', {
  credits: {
    method: 'GET',
    path: '/api/credits',
    auth: 'customer-or-key',
    scope: 'read',
    role: 'any',
    limit: 'poll_user',
    output: envelope(balance),
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
