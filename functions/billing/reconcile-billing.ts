import { userOfCustomer } from './customer.ts';
import type { BillingDeps } from './deps.ts';
import { purchaseIdOf } from './purchase-id.ts';
import { planOfInvoice, planOfSession } from './rules/granting.ts';
import {
  isOurEvent,
  type KeptEvent,
  STRIPE_API_VERSION,
  type StripeEventType,
} from './rules/stripe-events.ts';

type ReconcileDeps = Pick<
  BillingDeps,
  'accounts' | 'billingQueue' | 'clock' | 'inbox' | 'log' | 'purchases' | 'stripe'
>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A session is paid at most a day after its making; payments of three days are reviewed. */
const REVIEWED_MS = 4 * DAY_MS;
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
  const { billingQueue, clock, inbox, log, stripe } = deps;
  const found = { events: 0, sessions: 0, invoices: 0, failed: 0 };
  type Kind = 'events' | 'sessions' | 'invoices';

  const resend = async (kind: Kind, object: string, eventId: string): Promise<void> => {
    found[kind] += 1;
    try {
      await billingQueue.send({ kind: 'stripe_event', v: 1, eventId });
    } catch (error) {
      found.failed += 1;
      log.error('billing_reconcile_failed', error, { object });
    }
  };
  /** Leaves a payment to the worker, unless it was refused before: then its event is done. */
  const leave = async (kind: Kind, type: StripeEventType, objectId: string): Promise<void> => {
    const event = ownEvent(type, objectId);
    if ((await inbox.create(event)) === 'waiting') await resend(kind, objectId, event.id);
  };

  for await (const event of stripe.listUndeliveredEvents())
    if (isOurEvent(event.type) && (await inbox.create(event)) === 'waiting')
      await resend('events', event.id, event.id);
  for await (const eventId of inbox.listWaiting(clock.now() - LOST_MS))
    await resend('events', eventId, eventId);

  const since = clock.now() - REVIEWED_MS;
  for await (const session of stripe.listSessions(since)) {
    const { id, customerId, createdAt } = session;
    if (planOfSession(session) && !(await isRecorded(deps, customerId, `cs:${id}`, createdAt)))
      await leave('sessions', 'checkout.session.completed', id);
  }
  for await (const invoice of stripe.listPaidInvoices(since)) {
    const { id, customerId, paidAt } = invoice;
    if (planOfInvoice(invoice) && !(await isRecorded(deps, customerId, `in:${id}`, paidAt)))
      await leave('invoices', 'invoice.paid', id);
  }
  return found;
}

/** What Stripe's event would say of an object, under an id of its own: the same each time. */
const ownEvent = (type: StripeEventType, objectId: string): KeptEvent => ({
  id: `reconcile:${objectId}`,
  type,
  objectId,
  apiVersion: STRIPE_API_VERSION,
});

/** Whether the payment has its purchase. */
async function isRecorded(
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
