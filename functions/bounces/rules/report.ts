import * as z from 'zod/mini';
import {
  BOUNCE_REASONS,
  BOUNCE_REPORT_STATES,
  BOUNCE_SUBJECTS,
  REFUND_STATES,
} from '../../../shared/model/bounces/bounce.ts';
import { MINUTE_MS } from '../../../shared/model/duration.ts';
import { VERDICT_STATUSES } from '../../../shared/model/verdict.ts';
import { storedRuns } from '../../platform/rules/runs.ts';

/** A mailing; `at` is ISO 8601 in UTC. */
const sent = z.object({
  listId: z.string(),
  categories: z.array(z.enum(VERDICT_STATUSES)),
  at: z.string(),
});

/**
 * Counts set when the report was read. All count distinct addresses, except `rows` and `skipped`,
 * which count the bounces in the report and the entries that are not bounces.
 */
const storedCounts = z.object({
  rows: z.number(),
  skipped: z.number(),
  addresses: z.number(),
  matched: z.number(),
  subjects: z.partialRecord(z.enum(BOUNCE_SUBJECTS), z.number()),
  reasons: z.partialRecord(z.enum(BOUNCE_REASONS), z.number()),
  rates: z.array(
    z.object({ status: z.enum(VERDICT_STATUSES), sent: z.number(), bounced: z.number() }),
  ),
  causes: z.array(z.object({ cause: z.string(), addresses: z.number() })),
  refunds: z.partialRecord(z.enum(REFUND_STATES), z.number()),
  /** Mailed and bounced addresses by `<reason>#<evidence>`; only with `sent`. */
  outcomes: z.record(z.string(), z.object({ sent: z.number(), bounced: z.number() })),
});
export type ReportCounts = Readonly<z.infer<typeof storedCounts>>;

/** A bounce report as stored, without its rows. Times are ISO 8601 in UTC unless noted. */
export const storedReport = z.object({
  userId: z.string(),
  reportId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Expiry in epoch seconds. */
  ttl: z.number(),
  /** The name of the uploaded file; undefined if the request contained the bounces. */
  fileName: z.optional(z.string()),
  sent: z.optional(sent),
  /** The connection from which we read the bounces, some of which precede our verdicts. */
  connectionId: z.optional(z.string()),
  state: z.enum(BOUNCE_REPORT_STATES),
  error: z.optional(z.enum(['unreadable_file', 'no_bounces', 'too_many_rows'])),
  counts: z.optional(storedCounts),
  /** Number of finished attempts to confirm refunds. */
  attempt: z.number(),
  /** Time of the next attempt, in epoch milliseconds. */
  nextAt: z.optional(z.number()),
  /** Runs that read the report. */
  ...storedRuns,
});
export type Report = Readonly<z.infer<typeof storedReport>>;

/** Maximum duration of a run (infra/features/bounces.ts). */
export const MAX_READ_MS = 5 * MINUTE_MS;
/** How long runs may fail: less than the time until a message is received for the last time. */
export const MAX_FAILING_MS = 45 * MINUTE_MS;

/** Whether a run may be reading the report. */
export const isBeingRead = (report: Report | undefined, now: number): boolean =>
  report?.state === 'reading' && now - (report.attemptedAt ?? 0) < MAX_READ_MS;

export const isUnread = ({ state }: Pick<Report, 'state'>): boolean =>
  state === 'waiting' || state === 'reading';
