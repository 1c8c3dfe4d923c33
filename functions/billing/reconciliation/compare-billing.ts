import { DAY_MS, HOUR_MS } from '../../../shared/model/duration.ts';
import type { LogFields } from '../../platform/log.ts';
import type { Dispute, Charge } from '../adapters/stripe-payments.ts';
import type { Subscription } from '../adapters/stripe-subscriptions.ts';
import type { BillingDeps } from '../deps.ts';
import { sumCents } from '../rules/credited-lines.ts';
import { disputeStateOf, type Purchase, creditsToRevoke } from '../rules/purchase.ts';
import type { StoredStripeEvent } from '../rules/stripe-events.ts';
import {
  isLiveSubscription,
  findPrimarySubscription,
  planOfSubscription,
} from '../rules/subscription.ts';

type CompareBillingDeps = Pick<
  BillingDeps,
  'accounts' | 'clock' | 'ledger' | 'purchases' | 'stripe'
>;

/** Maximum age of a compared payment. Most disputes are opened within 120 days of the payment. */
const COMPARISON_WINDOW_MS = 180 * DAY_MS;
/** Events of payments younger than this may still be in transit. */
const MAX_EVENT_DELAY_MS = HOUR_MS;

interface Difference {
  readonly kind:
    | 'grant_missing'
    | 'grant_differs'
    /** A person must transfer the money: Stripe refuses after a lost dispute or a failed refund. */
    | 'refund_refused'
    | 'refund_differs'
    | 'credit_note_missing'
    /** A credit note left over from a failed refund; the next refund uses it. */
    | 'credit_note_excess'
    | 'dispute_differs'
    | 'plan_differs'
    | 'subscription_without_account';
  readonly object: string;
  readonly message: string;
  /** The event that makes the worker fix the difference; undefined if a person must fix it. */
  readonly fixEvent?: Pick<StoredStripeEvent, 'type' | 'objectId' | 'paymentId'>;
}

/**
 * Compares Stripe's data with ours: payments with grants, refunds with claw-backs, disputes with
 * holds, and subscriptions with plans. Starts from Stripe's data and thus also finds changes whose
 * event was never sent (docs.stripe.com/webhooks/handle-irrecoverable-events). Reads purchases
 * instead of ledger entries, because both are written in one transaction.
 */
export async function* compareBilling(deps: CompareBillingDeps): AsyncIterable<Difference> {
  const { clock, purchases, stripe } = deps;
  const since = clock.now() - COMPARISON_WINDOW_MS;
  const disputes = Map.groupBy(
    await Array.fromAsync(stripe.listDisputes(since)),
    ({ paymentId }) => paymentId,
  );
  for await (const charge of stripe.listCharges(since)) {
    const { paymentId, createdAt } = charge;
    if (createdAt > clock.now() - MAX_EVENT_DELAY_MS) continue;
    yield* compareCharge(deps, charge, disputes.get(paymentId) ?? []);
    disputes.delete(paymentId);
  }
  for (const [paymentId = '', older] of disputes) {
    const purchase = await purchases.findByPayment(paymentId);
    if (purchase) yield* older.flatMap((dispute) => compareDispute(purchase, dispute));
  }
  yield* compareSubscriptions(deps);
}

async function* compareCharge(
  { accounts, ledger, purchases, stripe }: CompareBillingDeps,
  { id, paymentId, customerId, cents, refunded }: Charge,
  disputes: readonly Dispute[],
): AsyncIterable<Difference> {
  // This event first grants missing credits, then applies refunds.
  const fixEvent = { type: 'charge.refunded', objectId: id, paymentId } as const;
  const purchase = await purchases.findByPayment(paymentId);
  if (!purchase) {
    const withdrawn = disputes.filter(({ status }) => disputeStateOf(status) !== 'released');
    const returnedCents = refunded + sumCents(withdrawn);
    const message = `Stripe has ${cents - returnedCents} of ${cents} cents; nothing was granted`;
    const user = customerId === undefined ? undefined : await accounts.findByCustomer(customerId);
    if (returnedCents >= cents) return;
    const isRefused = ((await stripe.findPayment(paymentId))?.failedRefunds.length ?? 0) > 0;
    if (user || (withdrawn.length === 0 && !isRefused))
      yield { kind: 'grant_missing', object: id, message, fixEvent };
    // Stripe does not refund disputed payments; a separate event reports the end of the dispute.
    else if (withdrawn.every(({ status }) => disputeStateOf(status) === 'lost'))
      yield { kind: 'refund_refused', object: id, message };
    return;
  }
  if (purchase.refunded !== refunded) {
    const message = `${refunded} cents refunded at Stripe, ${purchase.refunded} here`;
    yield { kind: 'refund_differs', object: id, message, fixEvent };
  }
  const { creditNotes = [], invoice } = purchase;
  const uncredited = purchase.refunded - sumCents(creditNotes);
  // Rounding can make each credit note a cent lower than its refund.
  if (invoice && uncredited > creditNotes.length) {
    const message = `${uncredited} refunded cents have no credit note`;
    yield { kind: 'credit_note_missing', object: id, message, fixEvent };
  }
  if (uncredited < 0) {
    const message = `credit notes exceed the refunds by ${-uncredited} cents: ${creditNotes.at(-1)?.number}`;
    yield { kind: 'credit_note_excess', object: id, message };
  }
  for (const dispute of disputes) yield* compareDispute(purchase, dispute);
  const { userId, source, credits, revoked } = purchase;
  const granted = (await ledger.findEntry(userId, `grant:${source}`))?.amount;
  const expectedRevoked = creditsToRevoke(purchase, purchase.refunded);
  if (granted !== credits || revoked !== expectedRevoked) {
    const message = `${granted ?? 0} of ${credits} credits granted, ${revoked} of ${expectedRevoked} taken back`;
    yield { kind: 'grant_differs', object: id, message };
  }
}

function compareDispute({ disputes }: Purchase, { id, status }: Dispute): Difference[] {
  const localState = disputes[id];
  const stripeState = disputeStateOf(status, localState);
  // A dispute that we won before receiving any of its events has moved no credits.
  if (localState === stripeState || (localState === undefined && stripeState === 'released'))
    return [];
  const message = `the dispute is ${stripeState} at Stripe, ${localState ?? 'unknown'} here`;
  const fixEvent = { type: 'charge.dispute.updated', objectId: id } as const;
  return [{ kind: 'dispute_differs', object: id, message, fixEvent }];
}

async function* compareSubscriptions(deps: CompareBillingDeps): AsyncIterable<Difference> {
  const all: Subscription[] = [];
  for await (const each of deps.stripe.listAllSubscriptions())
    if (each.version !== undefined) all.push(each);
  for (const [customerId, subscriptions] of Map.groupBy(all, (each) => each.customerId)) {
    const user = await deps.accounts.findByCustomer(customerId);
    const primary = findPrimarySubscription(subscriptions);
    const object = (primary ?? subscriptions[0])?.id ?? customerId;
    if (!user) {
      const message = `${customerId} pays for a plan but has no account`;
      if (primary) yield { kind: 'subscription_without_account', object, message };
      continue;
    }
    const planId = planOfSubscription(primary)?.planId;
    const liveCount = subscriptions.filter(isLiveSubscription).length;
    // Skip a user's former Stripe customers, and users whose plan agrees.
    if (user.stripeCustomerId !== customerId || (user.planId === planId && liveCount < 2)) continue;
    const message = `${planId ?? 'no plan'} and ${liveCount} subscriptions at Stripe, ${user.planId ?? 'no plan'} here`;
    const fixEvent = { type: 'customer.subscription.updated', objectId: object } as const;
    yield { kind: 'plan_differs', object, message, fixEvent };
  }
}

/** @returns the number of differences, for the log */
export async function reportBillingDifferences(
  deps: CompareBillingDeps & Pick<BillingDeps, 'log'>,
): Promise<LogFields> {
  let differences = 0;
  for await (const { kind, object, message } of compareBilling(deps)) {
    differences += 1;
    deps.log.alarm('billing_differs', message, { kind, object });
  }
  return { differences };
}

/** Queues an event for the worker. Returns false if no event can fix the difference. */
export async function fixBillingDifference(
  deps: Pick<BillingDeps, 'billingQueue' | 'clock' | 'stripeEventStore'>,
  { fixEvent }: Difference,
): Promise<boolean> {
  if (!fixEvent) return false;
  const eventId = `compare:${fixEvent.objectId}:${deps.clock.now()}`;
  await deps.stripeEventStore.create({ ...fixEvent, id: eventId });
  await deps.billingQueue.send({ kind: 'stripe_event', v: 1, eventId });
  return true;
}
