import type { Accounts } from '../access/ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { userOfCustomer } from './customer-of.ts';
import type { BillingQueue, Inbox, KeptEvent, Purchases, Stripe } from './ports.ts';
import { purchaseIdOf } from './purchase-id.ts';
import { planOfInvoice, planOfSession } from './rules/granting.ts';
import { isOurEvent, STRIPE_API_VERSION, type StripeEventType } from './rules/stripe-events.ts';

export interface ReconcileDeps {
  readonly accounts: Pick<Accounts, 'findByCustomer' | 'get' | 'setCustomer'>;
  readonly billingQueue: Pick<BillingQueue, 'send'>;
  readonly clock: Clock;
  readonly inbox: Pick<Inbox, 'keep' | 'waitingSince'>;
  readonly log: Log;
  readonly purchases: Pick<Purchases, 'find'>;
  readonly stripe: Pick<
    Stripe,
    'checkoutsSince' | 'ownerOf' | 'paidInvoicesSince' | 'undeliveredEvents'
  >;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A session is paid at most a day after its making; of payments we look at three days. */
const LOOK_BACK_MS = 4 * DAY_MS;
/** After this long an event that waits has lost its message. */
const LOST_MS = 15 * MINUTE_MS;

/**
 * Finds what a lost webhook or message has left undone: events that Stripe could not deliver,
 * events that wait, and payments of the last days without their credits. All of it is left to the
 * worker: a payment as an event of our own, which stays until everything that follows is done.
 * @returns what was found of each, and how much of it failed
 */
export async function reconcileBilling(
  deps: ReconcileDeps,
): Promise<{ events: number; sessions: number; invoices: number; failed: number }> {
  const found = { events: 0, sessions: 0, invoices: 0, failed: 0 };
  const attempt = async (
    kind: 'events' | 'sessions' | 'invoices',
    name: string,
    work: () => Promise<unknown>,
  ): Promise<void> => {
    found[kind] += 1;
    try {
      await work();
    } catch (error) {
      found.failed += 1;
      deps.log.error('billing_reconcile_failed', error, { object: name });
    }
  };
  const resend = (eventId: string) => () =>
    deps.billingQueue.send({ kind: 'stripe_event', v: 1, eventId });

  for await (const event of deps.stripe.undeliveredEvents())
    if (isOurEvent(event.type) && (await deps.inbox.keep(event)) === 'waiting')
      await attempt('events', event.id, resend(event.id));
  for await (const eventId of deps.inbox.waitingSince(deps.clock.now() - LOST_MS))
    await attempt('events', eventId, resend(eventId));

  /** Leaves a payment to the worker, unless it was refused before: then its event is done. */
  const settle = async (
    kind: 'sessions' | 'invoices',
    type: StripeEventType,
    objectId: string,
  ): Promise<void> => {
    const event = ownEvent(type, objectId);
    if ((await deps.inbox.keep(event)) === 'waiting')
      await attempt(kind, objectId, resend(event.id));
  };

  const since = deps.clock.now() - LOOK_BACK_MS;
  for await (const session of deps.stripe.checkoutsSince(since))
    if (
      planOfSession(session) &&
      !(await isBooked(deps, session.customerId, `cs:${session.id}`, session.createdAt))
    )
      await settle('sessions', 'checkout.session.completed', session.id);
  for await (const invoice of deps.stripe.paidInvoicesSince(since))
    if (
      planOfInvoice(invoice) &&
      !(await isBooked(deps, invoice.customerId, `in:${invoice.id}`, invoice.paidAt))
    )
      await settle('invoices', 'invoice.paid', invoice.id);
  return found;
}

/** What Stripe's event would say of an object, under an id of its own: the same each time. */
const ownEvent = (type: StripeEventType, objectId: string): KeptEvent => ({
  id: `reconcile:${objectId}`,
  type,
  objectId,
  apiVersion: STRIPE_API_VERSION,
  paymentId: undefined,
  chargeId: undefined,
});

async function isBooked(
  deps: ReconcileDeps,
  customerId: string | undefined,
  source: string,
  at: number,
): Promise<boolean> {
  const user = await userOfCustomer(deps, customerId);
  return (
    user !== undefined &&
    (await deps.purchases.find(user.id, purchaseIdOf(source, at))) !== undefined
  );
}
