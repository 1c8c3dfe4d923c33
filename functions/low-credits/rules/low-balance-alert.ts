import * as z from 'zod/mini';

/** What is to happen when few credits are left, and what has happened. */
export const storedLowBalanceAlert = z.object({
  userId: z.string(),
  /** Counts the changes. */
  revision: z.number(),
  /** A mail is due when fewer credits than this are available. */
  warnBelow: z.optional(z.number()),
  /** It was sent, and the balance was not above the level since. */
  warned: z.boolean(),
  /** How many of them were sent. */
  warnings: z.number(),
  /** A pack is bought when fewer credits than `below` are available. */
  topUp: z.optional(
    z.object({
      planId: z.string(),
      below: z.number(),
      /** The most that are bought in a calendar month in UTC. */
      timesAMonth: z.number(),
      /** Why none is bought until the customer chooses anew. */
      paused: z.optional(z.string()),
      /** Tries in a row that have failed. */
      failures: z.number(),
    }),
  ),
  /** Tries of a month, `2026-11`, without those whose invoice was closed. */
  tried: z.optional(z.object({ month: z.string(), times: z.number() })),
  /** The one try that is under way, or has failed and may still be paid by its customer. */
  attempt: z.optional(
    z.object({
      /** Names it at Stripe; known here before Stripe is asked. */
      id: z.string(),
      version: z.string(),
      at: z.number(),
      invoiceId: z.optional(z.string()),
      failed: z.boolean(),
    }),
  ),
  /** No pack is bought before: epoch milliseconds. */
  notBefore: z.optional(z.number()),
  /** When the worker was last asked for a pack. */
  askedAt: z.optional(z.number()),
  /** A list that waits for credits: the entry that its start will write, and what it needs. */
  waiting: z.optional(z.object({ entry: z.string(), needed: z.number(), at: z.number() })),
});
export type LowBalanceAlert = Readonly<z.infer<typeof storedLowBalanceAlert>>;

/** A list that waits for credits. */
export type WaitingList = Readonly<Omit<NonNullable<LowBalanceAlert['waiting']>, 'at'>>;

/** The worker may have lost what it was asked this long ago. */
const ASK_AGAIN_MS = 5 * 60_000;
/** What a list waited for this long ago may be past. */
const WAITING_MS = 15 * 60_000;

/** A calendar month in UTC: `2026-11`. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** Tries of this month; one that is under way from before counts again. */
export const triesOf = ({ tried, attempt }: LowBalanceAlert, now: number): number =>
  tried?.month === monthOf(now) ? tried.times : attempt ? 1 : 0;

/** What a list waits for, unless it is too long ago. */
export const waitingOf = ({ waiting }: LowBalanceAlert, now: number): WaitingList | undefined =>
  waiting && now - waiting.at < WAITING_MS ? waiting : undefined;

/** A pack is to be bought, as far as the balance tells. */
export const isTopUpDue = (alert: LowBalanceAlert, available: number, now: number): boolean => {
  const { topUp, notBefore = 0 } = alert;
  if (!topUp || topUp.paused !== undefined || now < notBefore) return false;
  return available < topUp.below || available < (waitingOf(alert, now)?.needed ?? 0);
};

/** It is, and the worker does not know yet. */
export const shouldEnqueueTopUp = (
  alert: LowBalanceAlert,
  available: number,
  now: number,
): boolean => isTopUpDue(alert, available, now) && now - (alert.askedAt ?? 0) >= ASK_AGAIN_MS;

/** The alert of somebody who wants none. */
export const noAlert = (userId: string): LowBalanceAlert => ({
  userId,
  revision: 0,
  warned: false,
  warnings: 0,
});

/** The balance is below the level, and was above it since the last mail. */
export const isWarningDue = ({ warnBelow, warned }: LowBalanceAlert, available: number): boolean =>
  warnBelow !== undefined && !warned && available < warnBelow;
