import type { EventType } from '../model/webhook.ts';
import type { Verdict } from './checks.ts';
import type { ListRow, Recheck } from './lists.ts';

/** The list as `GET /api/lists` shows it, and its recheck where the event is about one. */
interface ListEvent extends ListRow {
  readonly recheck?: Recheck;
}

/**
 * A payment that was due without the customer at the page of Stripe. It is paid on `/invoices`,
 * a pack on `/settings`, or by the mail: a link in an event would open it to whoever gets that.
 */
interface FailedPayment {
  readonly kind: 'subscription' | 'top_up';
  /** `confirm`: the bank asks for the customer. */
  readonly why: 'declined' | 'confirm' | 'no_card';
  readonly plan_id?: string;
  readonly amount_cents?: number;
  readonly currency?: string;
}

/** The `data` that an endpoint gets with each event. */
export interface EventData extends Record<EventType, object> {
  readonly 'list.finished': ListEvent;
  readonly 'list.paused': ListEvent;
  readonly 'list.cancelled': ListEvent;
  readonly 'check.answered': {
    readonly id: string;
    readonly result: Verdict;
    readonly charged: boolean;
  };
  readonly 'credits.low': { readonly available: number; readonly warn_below: number };
  readonly 'payment.failed': FailedPayment;
}
