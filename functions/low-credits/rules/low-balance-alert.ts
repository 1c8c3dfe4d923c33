import * as z from 'zod/mini';

/** A user's settings for a low balance, and the state of the resulting emails and purchases. */
export const storedLowBalanceAlert = z.object({
  userId: z.string(),
  revision: z.number(),
  warnBelow: z.optional(z.number()),
  /** Whether the user was warned and the balance has not recovered since. */
  warned: z.boolean(),
  warnings: z.number(),
  /** Automatic purchases: a pack is bought when fewer credits than `below` are available. */
  topUp: z.optional(
    z.object({
      planId: z.string(),
      /** The version whose price the customer agreed to. Missing in older settings. */
      version: z.optional(z.string()),
      below: z.number(),
      /** Maximum top-ups per UTC calendar month. */
      timesAMonth: z.number(),
      /** Why top-ups are paused. They resume when the customer saves the settings. */
      paused: z.optional(z.string()),
      /** Consecutive failed attempts. */
      failures: z.number(),
    }),
  ),
  /** Attempts in a month such as `2026-11`, except those whose invoice was closed. */
  tried: z.optional(z.object({ month: z.string(), times: z.number() })),
  /** The attempt in progress, or a failed one that the customer can still pay. */
  attempt: z.optional(
    z.object({
      /** Id of the attempt, stored before Stripe is called. */
      id: z.string(),
      version: z.string(),
      at: z.number(),
      invoiceId: z.optional(z.string()),
      failed: z.boolean(),
    }),
  ),
  /** Time before which no pack is bought, in epoch milliseconds. */
  notBefore: z.optional(z.number()),
  /** Time of the last purchase request to the billing worker, in epoch milliseconds. */
  askedAt: z.optional(z.number()),
  /** The future ledger entry of a list that waits for credits, and how many credits it needs. */
  waiting: z.optional(z.object({ entry: z.string(), needed: z.number(), at: z.number() })),
});
export type LowBalanceAlert = Readonly<z.infer<typeof storedLowBalanceAlert>>;

export type ListAwaitingCredits = Readonly<Omit<NonNullable<LowBalanceAlert['waiting']>, 'at'>>;

/** Time after which an unprocessed message to the billing worker is considered lost. */
const REQUEUE_AFTER_MS = 5 * 60_000;
/**
 * Maximum age of a record. Older ones are ignored, because the list may no longer wait for credits.
 */
const MAX_WAITING_AGE_MS = 15 * 60_000;

/** Returns the calendar month in UTC, such as `2026-11`. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** Attempts in this month, including an unfinished or failed one from an earlier month. */
export const countAttemptsThisMonth = ({ tried, attempt }: LowBalanceAlert, now: number): number =>
  tried?.month === monthOf(now) ? tried.times : attempt ? 1 : 0;

/** Returns the list that waits for credits, unless it was recorded too long ago. */
export const getListAwaitingCredits = (
  { waiting }: LowBalanceAlert,
  now: number,
): ListAwaitingCredits | undefined =>
  waiting && now - waiting.at < MAX_WAITING_AGE_MS ? waiting : undefined;

/** Whether a pack must be bought for the balance or for a list that waits for credits. */
export const isTopUpDue = (alert: LowBalanceAlert, available: number, now: number): boolean => {
  const { topUp, notBefore = 0 } = alert;
  if (!topUp || topUp.paused !== undefined || now < notBefore) return false;
  return available < topUp.below || available < (getListAwaitingCredits(alert, now)?.needed ?? 0);
};

/** Whether a top-up is due and was not requested recently. */
export const shouldEnqueueTopUp = (
  alert: LowBalanceAlert,
  available: number,
  now: number,
): boolean => isTopUpDue(alert, available, now) && now - (alert.askedAt ?? 0) >= REQUEUE_AFTER_MS;

export const createDefaultAlert = (userId: string): LowBalanceAlert => ({
  userId,
  revision: 0,
  warned: false,
  warnings: 0,
});

/** Whether the balance is below the warning level and no warning was sent for this drop. */
export const isWarningDue = ({ warnBelow, warned }: LowBalanceAlert, available: number): boolean =>
  warnBelow !== undefined && !warned && available < warnBelow;
