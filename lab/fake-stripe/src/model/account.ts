import type { EventType, State } from './state.ts';

export interface InvoicingSettings {
  /** If false, renewal invoices remain drafts, as if Stripe could not compute their tax. */
  readonly finalize: boolean;
  /** If true, renewal invoices are drafts for an hour first, as in the real Stripe. */
  readonly draft: boolean;
  /** If true, invoices are numbered per customer, an option in Stripe's dashboard. */
  readonly per_customer: boolean;
}

/** A Stripe account: the state and services that every call and operation uses. */
export interface Account {
  readonly state: State;
  /** Seconds since 1970: the real time plus the time by which the clock was advanced. */
  now(): number;
  /** A new id: `newId('cus')` is `cus_` followed by 24 letters and digits. */
  newId(prefix: string): string;
  /** The origin of the pages, such as `http://localhost:3000`. */
  readonly origin: string;
  /** The signing secret of all endpoints; if undefined, each gets a new one. */
  readonly webhookSecret: string | undefined;
  invoicing: InvoicingSettings;
  emit(type: EventType, object: object): void;
  /** Runs everything that is due, each operation at its scheduled time. */
  catchUp(): void;
  /** Advances the clock to a time in seconds since 1970, and runs everything due by then. */
  advanceTo(time: number): void;
}
