import { invalid } from '../http/stripe-error.ts';
import type { Account } from '../model/account.ts';
import { create, known, shaped, update } from '../model/objects.ts';
import type { Charge, Dispute, EarlyFraudWarning, Refund } from '../model/state.ts';

const EVIDENCE_SECONDS = 7 * 86_400;

interface RefundRequest {
  /** Cents; all that is left when absent. */
  readonly amount?: number | undefined;
  readonly reason?: Refund['reason'];
  readonly metadata?: Record<string, string>;
}

const disputesOf = ({ state }: Account, { id }: Charge): Dispute[] =>
  Object.values(state.disputes).filter(({ charge }) => charge === id);

/** Gives money of a charge back. @throws {StripeApiError} when there is not that much left */
export function refundCharge(account: Account, charge: Charge, request: RefundRequest): Refund {
  const left = charge.amount_captured - charge.amount_refunded;
  const { amount = left, reason = null, metadata = {} } = request;
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  // While the bank only inquires, the money is still the seller's to give back.
  if (disputesOf(account, charge).some(({ status }) => !/^w(?:on|arning_)/.test(status)))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  if (!charge.paid || amount > left || amount <= 0)
    throw invalid(
      `Refund amount (€${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ` +
        `(€${(left / 100).toFixed(2)})`,
      { param: 'amount' },
    );
  const refund = create(account, 'refunds', {
    amount,
    charge: charge.id,
    customer: charge.customer,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
  });
  account.emit('refund.created', refund);
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = amount_refunded === charge.amount;
  update(account, 'charge.refunded', charge, { amount_refunded, refunded });
  if (refunded) outdateWarnings(account, charge);
  return refund;
}

/** The issuer of the card reports a charge as fraud. */
export function warnOfFraud(account: Account, charge: Charge, type: string): EarlyFraudWarning {
  const warning = create(account, 'earlyFraudWarnings', {
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    fraud_type: type,
    payment_intent: charge.payment_intent ?? undefined,
  });
  account.emit('radar.early_fraud_warning.created', warning);
  return warning;
}

/** A dispute, or a refund of all, leaves nothing to do about a warning. */
function outdateWarnings(account: Account, { id }: Charge): void {
  for (const each of Object.values(account.state.earlyFraudWarnings))
    if (each.charge === id)
      update(account, 'radar.early_fraud_warning.updated', each, { actionable: false });
}

/** The bank could not give the money back: it returns to the seller. */
export function failRefund(account: Account, refund: Refund): void {
  const { status } = refund;
  if (status !== 'succeeded') throw invalid(`Refund ${refund.id} is ${status}.`);
  const charge = known(account.state.charges[refund.charge ?? ''], 'a charge');
  refund.failure_reason = 'expired_or_canceled_card';
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  update(account, 'refund.updated', refund, { status: 'failed' });
  account.emit('charge.refund.updated', refund, { status });
  account.emit('refund.failed', refund);
}

interface DisputeRequest {
  readonly reason: string;
  /** Cents; all that is left when absent. */
  readonly amount?: number | undefined;
  /** The bank only asks; no money moves. */
  readonly inquiry: boolean;
}

/**
 * The holder of the card wants money back, of a part or of all: it is withdrawn until the dispute is
 * decided, unless it is an inquiry. @throws {StripeApiError} when there is not that much left
 */
export function disputeCharge(
  account: Account,
  charge: Charge,
  { reason, inquiry, amount: wanted }: DisputeRequest,
): Dispute {
  const left = disputesOf(account, charge).reduce(
    (rest, { amount }) => rest - amount,
    charge.amount - charge.amount_refunded,
  );
  const amount = wanted ?? left;
  if (!charge.paid || amount > left || amount <= 0)
    throw invalid(`Charge ${charge.id} cannot be disputed.`);
  const dispute = create(account, 'disputes', {
    amount,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    charge: charge.id,
    evidence_details: shaped('evidence_details', { due_by: account.now() + EVIDENCE_SECONDS }),
    payment_intent: charge.payment_intent,
    reason,
  });
  charge.disputed = true;
  outdateWarnings(account, charge);
  account.emit('charge.dispute.created', dispute);
  if (!inquiry) account.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * The bank is not content with what it was told: an inquiry becomes a dispute, and money moves.
 * @throws {StripeApiError} when there is none
 */
export function escalateInquiry(account: Account, charge: Charge): Dispute {
  const dispute = disputesOf(account, charge).find(
    ({ status }) => status === 'warning_needs_response',
  );
  if (dispute === undefined) throw invalid(`Charge ${charge.id} has no open inquiry.`);
  update(account, 'charge.dispute.updated', dispute, { status: 'needs_response' });
  account.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Decides the oldest open dispute of a charge. @throws {StripeApiError} when none is open */
export function closeDispute(account: Account, charge: Charge, how: 'won' | 'lost'): Dispute {
  const dispute = disputesOf(account, charge).find(({ status }) => /needs_response/.test(status));
  if (dispute === undefined) throw invalid(`Charge ${charge.id} has no open dispute.`);
  const isInquiry = dispute.status.startsWith('warning_');
  const status = isInquiry ? 'warning_closed' : how;
  update(account, 'charge.dispute.updated', dispute, { status });
  if (status === 'won') account.emit('charge.dispute.funds_reinstated', dispute);
  account.emit('charge.dispute.closed', dispute);
  return dispute;
}
