import { DAY_MS, HOUR_MS } from '../../../shared/model/duration.ts';
import type { LogFields } from '../../platform/log.ts';
import type { Dispute, Subscription } from '../adapters/stripe-mapping.ts';
import type { Charge } from '../adapters/stripe-payments.ts';
import type { BillingDeps } from '../deps.ts';
import { sumOf } from '../rules/credited-lines.ts';
import { disputeStateOf, type Purchase, revocationOf } from '../rules/purchase.ts';
import type { KeptEvent } from '../rules/stripe-events.ts';
import { isLive, keptOf, planOf } from '../rules/subscription.ts';

type CompareDeps = Pick<BillingDeps, 'accounts' | 'clock' | 'ledger' | 'purchases' | 'stripe'>;

/** Payments of so long are compared; most disputes come within 120 days of a payment. */
const COMPARED_MS = 180 * DAY_MS;
/** News of this long may be under way. */
const UNDER_WAY_MS = HOUR_MS;

/** What Stripe and we say otherwise of one of Stripe's objects. */
interface Difference {
  readonly kind:
    | 'grant_missing'
    | 'grant_differs'
    /** A dispute over a part was lost, or the bank refused it: so a person transfers it. */
    | 'refund_refused'
    | 'refund_differs'
    | 'credit_note_missing'
    /** The note of a failed refund; the next refund uses it. */
    | 'credit_note_excess'
    | 'dispute_differs'
    | 'plan_differs'
    | 'subscription_without_account';
  readonly object: string;
  readonly says: string;
  /** The news that has the worker put it right; absent where a person has to look. */
  readonly mend?: Pick<KeptEvent, 'type' | 'objectId' | 'paymentId'>;
}

/**
 * Compares what Stripe has with what we have: payments with grants, refunds with claw-backs,
 * disputes with holds, subscriptions with plans. It starts from Stripe's side and so also finds what
 * Stripe made no event for (docs.stripe.com/webhooks/handle-irrecoverable-events). A purchase stands
 * for its ledger entries, which are written with it.
 */
export async function* compareBilling(deps: CompareDeps): AsyncIterable<Difference> {
  const { clock, purchases, stripe } = deps;
  const since = clock.now() - COMPARED_MS;
  const disputes = Map.groupBy(
    await Array.fromAsync(stripe.listDisputes(since)),
    ({ paymentId }) => paymentId,
  );
  for await (const charge of stripe.listCharges(since)) {
    const { paymentId, createdAt } = charge;
    if (createdAt > clock.now() - UNDER_WAY_MS) continue;
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
  { accounts, ledger, purchases, stripe }: CompareDeps,
  { id, paymentId, customerId, cents, refunded }: Charge,
  disputes: readonly Dispute[],
): AsyncIterable<Difference> {
  // Looks the payment up, and grants what is missing, before it looks at refunds.
  const mend = { type: 'charge.refunded', objectId: id, paymentId } as const;
  const purchase = await purchases.findByPayment(paymentId);
  if (!purchase) {
    const taken = disputes.filter(({ status }) => disputeStateOf(status) !== 'released');
    const gone = refunded + sumOf(taken);
    const says = `Stripe has ${cents - gone} of ${cents} cents; nothing was granted`;
    const user = customerId === undefined ? undefined : await accounts.findByCustomer(customerId);
    if (gone >= cents) return;
    const isRefused = ((await stripe.findPayment(paymentId))?.failedRefunds.length ?? 0) > 0;
    if (user || (taken.length === 0 && !isRefused))
      yield { kind: 'grant_missing', object: id, says, mend };
    // Stripe does not refund disputed payments; a separate event reports the dispute's end.
    else if (taken.every(({ status }) => disputeStateOf(status) === 'lost'))
      yield { kind: 'refund_refused', object: id, says };
    return;
  }
  if (purchase.refunded !== refunded) {
    const says = `${refunded} cents went back at Stripe, ${purchase.refunded} here`;
    yield { kind: 'refund_differs', object: id, says, mend };
  }
  const { creditNotes = [], invoice } = purchase;
  const bare = purchase.refunded - sumOf(creditNotes);
  // Each note may be a cent less than its refund.
  if (invoice && bare > creditNotes.length) {
    const says = `${bare} cents that went back have no credit note`;
    yield { kind: 'credit_note_missing', object: id, says, mend };
  }
  if (bare < 0) {
    const says = `credit notes over ${-bare} cents more than went back: ${creditNotes.at(-1)?.number}`;
    yield { kind: 'credit_note_excess', object: id, says };
  }
  for (const dispute of disputes) yield* compareDispute(purchase, dispute);
  const { userId, source, credits, revoked } = purchase;
  const granted = (await ledger.findEntry(userId, `grant:${source}`))?.amount;
  const owed = revocationOf(purchase, purchase.refunded);
  if (granted !== credits || revoked !== owed) {
    const says = `${granted ?? 0} of ${credits} credits granted, ${revoked} of ${owed} taken back`;
    yield { kind: 'grant_differs', object: id, says };
  }
}

function compareDispute({ disputes }: Purchase, { id, status }: Dispute): Difference[] {
  const here = disputes[id];
  const there = disputeStateOf(status, here);
  // One that ended well before it was heard of has moved nothing.
  if (here === there || (here === undefined && there === 'released')) return [];
  const says = `the dispute is ${there} at Stripe, ${here ?? 'unknown'} here`;
  const mend = { type: 'charge.dispute.updated', objectId: id } as const;
  return [{ kind: 'dispute_differs', object: id, says, mend }];
}

async function* compareSubscriptions(deps: CompareDeps): AsyncIterable<Difference> {
  const all: Subscription[] = [];
  for await (const each of deps.stripe.listAllSubscriptions())
    if (each.version !== undefined) all.push(each);
  for (const [customerId, theirs] of Map.groupBy(all, (each) => each.customerId)) {
    const user = await deps.accounts.findByCustomer(customerId);
    const kept = keptOf(theirs);
    const object = (kept ?? theirs[0])?.id ?? customerId;
    if (!user) {
      const says = `${customerId} pays a plan and has no account`;
      if (kept) yield { kind: 'subscription_without_account', object, says };
      continue;
    }
    const planId = planOf(kept)?.planId;
    const live = theirs.filter(isLive).length;
    // Another customer has taken its place.
    if (user.stripeCustomerId !== customerId || (user.planId === planId && live < 2)) continue;
    const says = `${planId ?? 'no plan'} and ${live} subscriptions at Stripe, ${user.planId ?? 'no plan'} here`;
    const mend = { type: 'customer.subscription.updated', objectId: object } as const;
    yield { kind: 'plan_differs', object, says, mend };
  }
}

/** Writes a line that raises an alarm for each difference. @returns how many there are */
export async function reportDifferences(
  deps: CompareDeps & Pick<BillingDeps, 'log'>,
): Promise<LogFields> {
  let differences = 0;
  for await (const { kind, object, says } of compareBilling(deps)) {
    differences += 1;
    deps.log.alarm('billing_differs', says, { kind, object });
  }
  return { differences };
}

/** Leaves it to the worker to put a difference right. False where it cannot. */
export async function fixDifference(
  deps: Pick<BillingDeps, 'billingQueue' | 'clock' | 'processedEvents'>,
  { mend }: Difference,
): Promise<boolean> {
  if (!mend) return false;
  const eventId = `compare:${mend.objectId}:${deps.clock.now()}`;
  await deps.processedEvents.create({ ...mend, id: eventId });
  await deps.billingQueue.send({ kind: 'stripe_event', v: 1, eventId });
  return true;
}
