import { AppError, type Quota } from '../../../shared/contract/errors.ts';
import type { RateLimitName } from '../../../shared/contract/limits/limits.ts';
import type { TransactionStep } from '../../platform/dynamo/db.ts';

/** `quota` is undefined if the counter was unavailable or written by too many concurrent calls. */
export type ConsumeResult =
  | { readonly allowed: true; readonly quota?: Quota }
  /** `retryAfter` is the time until another attempt is allowed, in whole seconds, at least 1. */
  | { readonly allowed: false; readonly retryAfter: number; readonly quota?: Quota };

/**
 * @param waitMs milliseconds until the call is allowed; needed for a call that counts as several
 */
export const rejectedResult = (quota: Quota, waitMs = 0): ConsumeResult => ({
  allowed: false,
  retryAfter: Math.max(quota.moreAfter, Math.ceil(waitMs / 1000)),
  quota,
});

/** Rate limits by rule and subject, such as a user, an IP address or a pair of both. */
export interface RateLimiter {
  /** @param cost the number of calls that this one counts as; 1 by default */
  consume(name: RateLimitName, subject: string, cost?: number): Promise<ConsumeResult>;
  /**
   * The write fails if other calls were counted in the meantime. Returns undefined if the limit is
   * exceeded.
   */
  consumeWrite(
    name: RateLimitName,
    subject: string,
    cost: number,
  ): Promise<TransactionStep | undefined>;
  /** Whether another call would be allowed. Counts nothing. */
  peek(name: RateLimitName, subject: string, cost?: number): Promise<ConsumeResult>;
  /** Counts calls already made, even beyond the limit. `calls` may be fractional. */
  record(name: RateLimitName, subject: string, calls: number): Promise<void>;
  /** Takes back the counting of one call, for example because it turned out to be legitimate. */
  refund(name: RateLimitName, subject: string, cost?: number): Promise<void>;
  /** Limits counted in memory by each process, for calls that are not worth a write. */
  readonly local: Pick<RateLimiter, 'consume'>;
}

/**
 * @returns the remaining quota, if known
 * @throws {AppError} `code`, with the seconds to wait, if the limit is exceeded
 */
export async function consumeOrThrow(
  limits: Pick<RateLimiter, 'consume'>,
  name: RateLimitName,
  subject: string,
  code: 'too_many_requests' | 'code_on_its_way' | 'daily_bound' = 'too_many_requests',
  cost?: number,
): Promise<Quota | undefined> {
  const consumed = await limits.consume(name, subject, cost);
  const { quota } = consumed;
  if (!consumed.allowed) throw new AppError(code, { retryAfter: consumed.retryAfter, quota });
  return quota;
}
