import type { LimitName } from '../../domain/limits.ts';

export type { LimitName };

export type Taken =
  | { readonly allowed: true }
  /** Whole seconds, at least 1, after which another try is allowed. */
  | { readonly allowed: false; readonly retryAfter: number };

/** Rate limits by name of the rule and subject: a user, an IP address, an account and IP … */
export interface Limits {
  take(name: LimitName, subject: string): Promise<Taken>;
  /** Takes back one call that turned out to be legitimate. */
  giveBack(name: LimitName, subject: string): Promise<void>;
}
