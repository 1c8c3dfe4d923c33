import type { Account } from '../src/model/account.ts';
import { invalidRequestError } from '../src/model/errors.ts';
import { createObject, assertExists, fromFixture, updateObject } from '../src/model/objects.ts';
import type { Charge, Dispute, EarlyFraudWarning, Refund } from '../src/model/state.ts';
import { disputesOf, deactivateFraudWarnings } from '../src/operations/refund-charge.ts';

const EVIDENCE_SECONDS = 7 * 86_400;

export function createFraudWarning(
  account: Account,
  charge: Charge,
  type: string,
): EarlyFraudWarning {
  const warning = createObject(account, 'earlyFraudWarnings', {
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    fraud_type: type,
    payment_intent: charge.payment_intent ?? undefined,
  });
  account.emit('radar.early_fraud_warning.created', warning);
  return warning;
}

/** Fails a refund that the bank could not pay out: the money returns to the seller. */
export function failRefund(account: Account, refund: Refund): void {
  const { status } = refund;
  if (status !== 'succeeded') throw invalidRequestError(`Refund ${refund.id} is ${status}.`);
  const charge = assertExists(account.state.charges[refund.charge ?? ''], 'a charge');
  refund.failure_reason = 'expired_or_canceled_card';
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  updateObject(account, 'refund.updated', refund, { status: 'failed' });
  account.emit('charge.refund.updated', refund);
  account.emit('refund.failed', refund);
}

interface DisputeRequest {
  readonly reason: string;
  /** Amount in cents; defaults to the entire amount that is neither refunded nor disputed. */
  readonly amount?: number | undefined;
  /** Whether the bank only inquires, so that no money moves. */
  readonly inquiry: boolean;
}

/**
 * Disputes all or part of a charge, as the cardholder does. The amount is withdrawn until the
 * dispute is decided, unless it is an inquiry.
 * @throws {StripeApiError} if the charge is unpaid, or the amount is not positive or exceeds what can
 * still be disputed
 */
export function disputeCharge(
  account: Account,
  charge: Charge,
  { reason, inquiry, amount: requestedAmount }: DisputeRequest,
): Dispute {
  const disputable = disputesOf(account, charge).reduce(
    (remaining, { amount }) => remaining - amount,
    charge.amount - charge.amount_refunded,
  );
  const amount = requestedAmount ?? disputable;
  if (!charge.paid || amount > disputable || amount <= 0)
    throw invalidRequestError(`Charge ${charge.id} cannot be disputed.`);
  const dispute = createObject(account, 'disputes', {
    amount,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    charge: charge.id,
    evidence_details: fromFixture('evidence_details', { due_by: account.now() + EVIDENCE_SECONDS }),
    payment_intent: charge.payment_intent,
    reason,
  });
  charge.disputed = true;
  deactivateFraudWarnings(account, charge);
  account.emit('charge.dispute.created', dispute);
  if (!inquiry) account.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * Turns the open inquiry of a charge into a dispute, which withdraws the amount.
 * @throws {StripeApiError} if there is no open inquiry
 */
export function escalateInquiry(account: Account, charge: Charge): Dispute {
  const dispute = disputesOf(account, charge).find(
    ({ status }) => status === 'warning_needs_response',
  );
  if (dispute === undefined) throw invalidRequestError(`Charge ${charge.id} has no open inquiry.`);
  updateObject(account, 'charge.dispute.updated', dispute, { status: 'needs_response' });
  account.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * Sets the newest dispute of a charge to a status of its appeal, or to the decision of the appeal
 * (docs.stripe.com/changelog/endive/2026-10-28/evidence-submission-appeal-dispute-decisions).
 * @throws {StripeApiError} if the charge was never disputed
 */
export function setAppealStatus(account: Account, charge: Charge, outcome: Appeal): Dispute {
  const dispute = disputesOf(account, charge).at(-1);
  if (dispute === undefined) throw invalidRequestError(`Charge ${charge.id} was never disputed.`);
  const isDecided = outcome === 'won' || outcome === 'lost';
  const status = isDecided ? outcome : (`appeal_${outcome}` as const);
  updateObject(account, 'charge.dispute.updated', dispute, { status });
  if (outcome === 'won') account.emit('charge.dispute.funds_reinstated', dispute);
  if (isDecided) account.emit('charge.dispute.closed', dispute);
  return dispute;
}
export const APPEAL_STATUSES = ['needs_response', 'under_review', 'won', 'lost'] as const;
type Appeal = (typeof APPEAL_STATUSES)[number];

/** Decides the oldest open dispute of a charge. @throws {StripeApiError} if none is open */
export function closeDispute(account: Account, charge: Charge, outcome: 'won' | 'lost'): Dispute {
  const dispute = disputesOf(account, charge).find(({ status }) =>
    /^(?:warning_)?needs_response/.test(status),
  );
  if (dispute === undefined) throw invalidRequestError(`Charge ${charge.id} has no open dispute.`);
  const isInquiry = dispute.status.startsWith('warning_');
  const status = isInquiry ? 'warning_closed' : outcome;
  updateObject(account, 'charge.dispute.updated', dispute, { status });
  if (status === 'won') account.emit('charge.dispute.funds_reinstated', dispute);
  account.emit('charge.dispute.closed', dispute);
  return dispute;
}
