import { AppError } from '../../../shared/contract/errors.ts';
import type { LimitName } from '../../../shared/contract/limits.ts';

export type Consumed =
  | { readonly allowed: true }
  /** Whole seconds, at least 1, after which another try is allowed. */
  | { readonly allowed: false; readonly retryAfter: number };

/** Rate limits by name of the rule and subject: a user, an IP address, an account and IP … */
export interface Limits {
  consume(name: LimitName, subject: string): Promise<Consumed>;
  /** Gives back one call that turned out to be legitimate. */
  refund(name: LimitName, subject: string): Promise<void>;
  /**
   * The same counted in the memory of this process, for calls that are not worth a write: each
   * environment of a function then has a limit of its own.
   */
  readonly local: Pick<Limits, 'consume'>;
}

/** Counts a call. Throws `code` with the seconds to wait when the limit is reached. */
export async function consumeOrRefuse(
  limits: Pick<Limits, 'consume'>,
  name: LimitName,
  subject: string,
  code: 'too_many_requests' | 'code_on_its_way' = 'too_many_requests',
): Promise<void> {
  const consumed = await limits.consume(name, subject);
  if (!consumed.allowed) throw new AppError(code, { retryAfter: consumed.retryAfter });
}
