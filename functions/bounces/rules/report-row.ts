import * as z from 'zod/mini';
import {
  BOUNCE_REASONS,
  BOUNCE_SUBJECTS,
  type BounceReason,
  REFUND_STATES,
} from '../../../shared/model/bounces/bounce.ts';
import { VERDICT_REASONS } from '../../../shared/model/verdict.ts';

/** Verdict in a list (`listId`) or in a single check (`checkId`). */
const verdict = z.object({
  reason: z.enum(VERDICT_REASONS),
  evidence: z.number(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  listId: z.optional(z.string()),
  checkId: z.optional(z.string()),
  charged: z.boolean(),
});
export type MatchedVerdict = Readonly<z.infer<typeof verdict>>;

/** One line of the rows object: a bounced address. */
const storedRow = z.object({
  email: z.string(),
  subject: z.enum(BOUNCE_SUBJECTS),
  reason: z.nullable(z.enum(BOUNCE_REASONS)),
  cause: z.nullable(z.string()),
  text: z.string(),
  verdict: z.optional(verdict),
  refund: z.optional(z.enum(REFUND_STATES)),
});
export type ReportRow = Readonly<z.infer<typeof storedRow>>;

const MAX_TEXT_LENGTH = 500;

export const truncateText = (text: string): string => text.slice(0, MAX_TEXT_LENGTH).toWellFormed();

export const serializeRows = (rows: readonly ReportRow[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export const parseRows = (text: string): ReportRow[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.parse(storedRow, JSON.parse(line)));

/** Reasons why an address never receives email again. */
const DEAD_ADDRESS_REASONS: ReadonlySet<BounceReason | null> = new Set<BounceReason>([
  'no_such_mailbox',
  'mailbox_disabled',
  'no_such_domain',
]);

export const isHardBounce = ({ reason }: Pick<ReportRow, 'reason'>): boolean =>
  DEAD_ADDRESS_REASONS.has(reason);
