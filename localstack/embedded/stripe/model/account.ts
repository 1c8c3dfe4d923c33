import { recordEvent } from '../events/record.ts';
import type { Faults } from '../faults.ts';
import { nextDue } from '../operations/due.ts';
import type { EventType, State, StoredEvent } from './state.ts';
import { addDuration } from './time.ts';

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
  /** Whether invoices can be finalized; a test may forbid it. */
  canFinalize(): boolean;
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

export interface AccountOptions {
  readonly state: State;
  /** Real time in milliseconds since 1970. */
  readonly realNow: () => number;
  readonly newId: (prefix: string) => string;
  readonly origin: () => string;
  readonly webhookSecret?: string | undefined;
  readonly faults: () => Faults;
  /** What is being done now. */
  readonly cause: () => Cause;
}

export function createAccount(options: AccountOptions): Account {
  const { state, realNow, newId, webhookSecret, faults, cause } = options;
  let moment: number | undefined;
  const now = (): number => moment ?? Math.floor(realNow() / 1000) + state.ahead;

  const runUntil = (target: number): void => {
    try {
      for (;;) {
        const due = nextDue(state);
        if (due === undefined || due.at > target) return;
        moment = due.at;
        due.run(account);
      }
    } finally {
      moment = undefined;
    }
  };

  const account: Account = {
    state,
    now,
    newId,
    get origin() {
      return options.origin();
    },
    webhookSecret,
    canFinalize: () => faults().invoices.finalize,
    emit(type, object, previous) {
      const { drop, delay_ms, api_version } = faults().webhooks;
      const sendAt = drop ? null : realNow() + delay_ms;
      const event = { id: newId('evt'), type, created: now(), request: cause(), api_version };
      recordEvent(state, { ...event, object, previous }, sendAt);
    },
    catchUp: () => runUntil(now()),
    advance(duration) {
      const start = now();
      const target = addDuration(start, duration);
      if (target === undefined || target <= start) return false;
      runUntil(target);
      state.ahead += target - start;
      return true;
    },
  };
  return account;
}
