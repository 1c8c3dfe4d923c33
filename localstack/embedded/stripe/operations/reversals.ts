import { newDispute, newRefund } from '../objects/reversal.ts';
import type { Charge, Dispute, Refund } from '../model/state.ts';
import type { World } from '../model/world.ts';
import { known } from '../model/find.ts';
import { invalid } from '../http/stripe-error.ts';

interface RefundRequest {
  /** Cents; all that is left when absent. */
  readonly amount?: number | undefined;
  readonly reason?: Refund['reason'] | undefined;
  readonly metadata?: Record<string, string>;
}

/** Gives money of a charge back. @throws {StripeApiError} when there is not that much left */
export function refundCharge(world: World, charge: Charge, request: RefundRequest): Refund {
  const { state } = world;
  const left = charge.amount_captured - charge.amount_refunded;
  const { amount = left, reason = null, metadata = {} } = request;
  if (charge.refunded) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (openDispute(world, charge) !== undefined) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (!charge.paid || amount > left || amount <= 0) {
    throw invalid(
      `Refund amount (€${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ` +
        `(€${(left / 100).toFixed(2)})`,
      { param: 'amount' },
    );
  }
  const refund = newRefund({
    id: world.newId('re'),
    created: world.now(),
    amount,
    charge,
    reason,
    metadata,
  });
  state.refunds[refund.id] = refund;
  const { amount_refunded, refunded } = charge;
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  world.emit('refund.created', refund);
  world.emit('charge.refunded', charge, { amount_refunded, refunded });
  return refund;
}

/** The bank could not give the money back: it returns to the seller. */
export function failRefund(world: World, refund: Refund): void {
  if (refund.status !== 'succeeded') throw invalid(`Refund ${refund.id} is ${refund.status}.`);
  const { status } = refund;
  const charge = known(world.state.charges[refund.charge ?? ''], 'a charge');
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  world.emit('refund.updated', refund, { status });
  world.emit('charge.refund.updated', refund, { status });
  world.emit('refund.failed', refund);
}

const openDispute = ({ state }: World, charge: Charge): Dispute | undefined =>
  Object.values(state.disputes).find(
    (dispute) => dispute.charge === charge.id && dispute.status !== 'won',
  );

/** The holder of the card wants the money back: it is withdrawn until the dispute is decided. */
export function disputeCharge(world: World, charge: Charge, reason: string): Dispute {
  const { state } = world;
  if (!charge.paid || Object.values(state.disputes).some(({ charge: of }) => of === charge.id)) {
    throw invalid(`Charge ${charge.id} cannot be disputed.`);
  }
  const dispute = newDispute({
    id: world.newId('du'),
    created: world.now(),
    amount: charge.amount - charge.amount_refunded,
    charge,
    reason,
  });
  state.disputes[dispute.id] = dispute;
  charge.disputed = true;
  world.emit('charge.dispute.created', dispute);
  world.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Decides the dispute of a charge. @throws {StripeApiError} when none is open */
export function closeDispute(world: World, charge: Charge, how: 'won' | 'lost'): Dispute {
  const dispute = Object.values(world.state.disputes).find(
    ({ charge: of, status }) => of === charge.id && status === 'needs_response',
  );
  if (dispute === undefined) throw invalid(`Charge ${charge.id} has no open dispute.`);
  const { status } = dispute;
  dispute.status = how;
  world.emit('charge.dispute.updated', dispute, { status });
  if (how === 'won') world.emit('charge.dispute.funds_reinstated', dispute);
  world.emit('charge.dispute.closed', dispute);
  return dispute;
}
