import * as z from 'zod/mini';
import { count, envelope, timestamp } from './fields.ts';
import { listRow } from './lists.ts';
import { defineRoutes } from './route.ts';

/** What credits moved for. */
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

/** What moved on one day for one list, by one API key, or by one event. */
export const usageRow = z.object({
  /** Day in UTC. */
  day: z.iso.date(),
  /** The last movement of that day; null of days before this was noted. */
  at: z.nullable(timestamp()),
  type: z.enum(USAGE_TYPES),
  /** Of a list, or of one whose results were replaced; the name is null when the list was deleted. */
  file_id: z.nullable(z.string()),
  file_name: z.nullable(z.string()),
  /** As of this moment; null as its name is. */
  file_state: z.nullable(listRow.shape.state),
  /** Distinct addresses of the list with a verdict, and those of them that are valid. */
  file_verified: z.nullable(count()),
  file_valid: z.nullable(count()),
  /** `web` for the web app, or the last four characters of the API key; null where neither is known. */
  by: z.nullable(z.string()),
  /** What the available credits gained or lost. */
  change: z.int(),
  /** Credits that were bought or given. */
  added: count(),
  /** Set aside at the start of a list. */
  reserved: count(),
  /** Paid for verdicts: at the end of a list, out of what was reserved, or by a single check. */
  charged: count(),
  /** Not needed, and available again. */
  returned: count(),
  /** Set aside while a payment is disputed. */
  held: count(),
  /** Taken back with a refund or a lost dispute. */
  taken_back: count(),
  /** What was missing for that became debt, and what was paid of a debt. */
  borrowed: count(),
  repaid: count(),
});
export type UsageRow = z.infer<typeof usageRow>;

/** Credits as of this moment. */
export const balance = z.object({
  available: count(),
  reserved: count(),
  held: count(),
  debt: count(),
});

/** A page of a month. */
export const usageMonth = z.object({
  month: z.string(),
  /** As of this moment, whatever the month. */
  balance,
  /** Available credits at the end of the month, or now in one that has not ended. */
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
      /** `2026-11`, in UTC; this month without it. */
      month: z.optional(month),
      /** The `next` of the page before. */
      cursor: z.optional(z.string().check(z.maxLength(512))),
    }),
    output: envelope(usageMonth),
  },
});
