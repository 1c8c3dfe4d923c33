import type { EventType, State } from './state.ts';

/** How an account makes invoices. */
export interface Invoicing {
  /** False: renewal invoices stay drafts, because Stripe cannot compute their tax. */
  readonly finalize: boolean;
  /** True: renewal invoices are drafts for an hour first, as at Stripe. */
  readonly draft: boolean;
  /** True: invoices are numbered per customer, an option of Stripe's dashboard. */
  readonly per_customer: boolean;
}

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
  invoicing: Invoicing;
  /** Records that something happened, with the object as it is now, and has it delivered. */
  emit(type: EventType, object: object): void;
  /** Does what has become due, each at its time. */
  catchUp(): void;
  /** Moves the clock to a later time, in seconds since 1970, and does what becomes due on the way. */
  advanceTo(time: number): void;
}
