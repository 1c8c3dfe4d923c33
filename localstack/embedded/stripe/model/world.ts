import type { EventType, State } from './state.ts';

/** What every call and every operation works with. */
export interface World {
  readonly state: State;
  /** Seconds since 1970 on the clock of the fake. */
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
}
