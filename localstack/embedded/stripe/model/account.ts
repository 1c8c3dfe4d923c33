import type { Faults } from '../faults.ts';
import type { EventType, State, StoredEvent } from './state.ts';

/** The request that an event comes from. */
export type Cause = StoredEvent['request'];

export const NO_CAUSE: Cause = { id: null, idempotency_key: null };

/** An account at Stripe: what every call and every operation works with. */
export interface Account {
  readonly state: State;
  /** Seconds since 1970: real time, and what the clock has been advanced by. */
  now(): number;
  /** A new id: `newId('cus')` is `cus_` and 24 letters and digits. */
  newId(prefix: string): string;
  /** `http://localhost:3000`, where pages are served. */
  readonly origin: string;
  /** The secret of endpoints, when the product knows one already. */
  readonly webhookSecret: string | undefined;
  /** What a test makes it do wrong. */
  faults: Faults;
  /** What is being done now. */
  cause: Cause;
  /** Records that something happened, with the object as it is now, and has it delivered. */
  emit(type: EventType, object: object, previous?: object): void;
  /** Does what has become due, each at its time. */
  catchUp(): void;
  /**
   * Goes on by a duration, and does what becomes due on the way.
   * @param duration ISO 8601
   * @returns false when it is no duration, or an empty one
   */
  advance(duration: string): boolean;
}
