import * as z from 'zod/mini';
import { count, envelope, timestamp } from './fields.ts';
import { listRow } from './lists.ts';
import { defineRoutes } from './route.ts';

const USAGE_TYPES = [
  'list',
  'checks',
  'purchase',
  'welcome',
  'gift',
  'replacement',
  'refund',
  'refund_failed',
  'dispute',
] as const;

/** Credit movements of one day, summed per list, API key or event. */
export const usageRow = z.object({
  /** Day in UTC. */
  day: z.iso.date(),
  /** Time of the last movement of the day; null for days before this was recorded. */
  at: z.nullable(timestamp()),
  type: z.enum(USAGE_TYPES),
  /** The verified list, or the one whose credits were replaced. A deleted list has no name. */
  file_id: z.nullable(z.string()),
  file_name: z.nullable(z.string()),
  /** Current state of the list; null if it was deleted. */
  file_state: z.nullable(listRow.shape.state),
  /** Distinct addresses of the list with a verdict, and how many of these are valid. */
  file_verified: z.nullable(count()),
  file_valid: z.nullable(count()),
  /** `web` for the web app, or the last four characters of the API key; null if not recorded. */
  by: z.nullable(z.string()),
  /** Change in available credits. */
  change: z.int(),
  /** Credits bought or granted. */
  added: count(),
  /** Credits reserved when a list starts. */
  reserved: count(),
  /** Charged for verdicts: at the end of a list from its reservation, or by a check. */
  charged: count(),
  /** Credits that were reserved but not needed. */
  returned: count(),
  /** Credits held while a payment is disputed. */
  held: count(),
  /** Credits taken back because of a refund or a lost dispute. */
  taken_back: count(),
  /** Debt from credits that were taken back but already spent, and repayments of debt. */
  borrowed: count(),
  repaid: count(),
});
export type UsageRow = z.infer<typeof usageRow>;

export const balance = z.object({
  available: count(),
  reserved: count(),
  held: count(),
  debt: count(),
});

export const usageMonth = z.object({
  month: z.string(),
  /** The current balance, whichever month was requested. */
  balance,
  /** Available credits at the end of the month, or now for the current month. */
  closing: z.int(),
  data: z.array(usageRow),
  /** Null on the last page. */
  next: z.nullable(z.string()),
});

const month = z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/));

export const usageRoutes = defineRoutes('usage', {
  credits: {
    method: 'GET',
    path: '/api/credits',
    auth: 'customer-or-key',
    scope: 'read',
    limit: 'poll_user',
    output: envelope(balance),
  },

  usage: {
    method: 'GET',
    path: '/api/usage',
    auth: 'customer-or-key',
    scope: 'read',
    query: z.object({
      /** A UTC month such as `2026-11`; the current month by default. */
      month: z.optional(month),
      /** `next` of the previous page. */
      cursor: z.optional(z.string().check(z.maxLength(512))),
    }),
    output: envelope(usageMonth),
  },
});
