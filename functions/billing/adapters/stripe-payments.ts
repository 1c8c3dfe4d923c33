import type Sdk from 'stripe';
import { FRAUD_TYPES } from '../../../shared/model/plans/plan-type.ts';
import { sumCents } from '../rules/credited-lines.ts';
import { toMs, stripeIdOf, type StripeClient } from './stripe-client.ts';
import type { Adjustment } from './adjustments.ts';
import { StripeRefusedError } from '../rules/stripe-failure.ts';

const ADJUSTMENT_METADATA_KEY = 'adjustment';
/** Metadata key that is `true` on a refund that leaves the credits with the customer. */
const KEEP_CREDITS_METADATA_KEY = 'keep_credits';

/** Statuses of refunds whose money was never sent, or was returned. */
const VOID_REFUND_STATUSES = new Set<string | null>(['failed', 'canceled']);

const refundOf = ({ id, amount, created, metadata, status }: Sdk.Refund) => ({
  id,
  at: toMs(created),
  cents: amount,
  failed: VOID_REFUND_STATUSES.has(status),
  /** Id of the adjustment; undefined for other refunds, such as those in Stripe's dashboard. */
  adjustment: metadata?.[ADJUSTMENT_METADATA_KEY],
  keepsCredits: metadata?.[KEEP_CREDITS_METADATA_KEY] === 'true',
});

function toPayment(
  { id, latest_charge, status }: Sdk.PaymentIntent,
  sdkRefunds: readonly Sdk.Refund[],
) {
  const charge = typeof latest_charge === 'string' ? undefined : (latest_charge ?? undefined);
  const refunds = sdkRefunds.map(refundOf).toReversed();
  const effectiveRefunds = refunds.filter(({ failed }) => !failed);
  return {
    id,
    /** Whether the bank requires the customer to confirm, for example through 3-D Secure. */
    requiresAction: status === 'requires_action',
    /** Id of the successful charge; undefined until there is one. */
    chargeId: status === 'succeeded' ? charge?.id : undefined,
    cents: charge?.amount ?? 0,
    /** Cents refunded or being refunded, without failed refunds. */
    refunded: sumCents(effectiveRefunds),
    /** Part of `refunded` for which the customer keeps the credits. */
    kept: sumCents(effectiveRefunds.filter(({ keepsCredits }) => keepsCredits)),
    /** Refunds that have not failed, oldest first. */
    refunds: effectiveRefunds,
    failedRefunds: refunds.filter(({ failed }) => failed),
    receipt: charge?.receipt_url ?? undefined,
  };
}
export type Payment = Readonly<ReturnType<typeof toPayment>>;

const toDispute = ({
  id,
  status,
  reason,
  amount,
  payment_intent,
  evidence_details: { due_by },
}: Sdk.Dispute) => ({
  id,
  status,
  /** `fraudulent`, `subscription_canceled`, … (docs.stripe.com/disputes/categories) */
  reason,
  /** The disputed amount, which may be less than the charge. */
  cents: amount,
  /** Deadline for responding to the dispute, ISO 8601 UTC. */
  dueAt: due_by ? new Date(toMs(due_by)).toISOString() : undefined,
  paymentId: stripeIdOf(payment_intent),
});
export type Dispute = Readonly<ReturnType<typeof toDispute>>;

/** Converts a card issuer's fraud report (docs.stripe.com/api/early_fraud_warnings/object). */
const toFraudWarning = (warning: Sdk.Radar.EarlyFraudWarning) => ({
  id: warning.id,
  type: FRAUD_TYPES.find((type) => type === warning.fraud_type) ?? 'misc',
  /** Whether a refund can prevent a dispute: the payment is not yet disputed or fully refunded. */
  actionable: warning.actionable,
  paymentId: stripeIdOf(warning.payment_intent),
});
export type FraudWarning = Readonly<ReturnType<typeof toFraudWarning>>;

const chargeOf = ({ id, amount, created, customer, ...charge }: Sdk.Charge, paymentId: string) => ({
  id,
  paymentId,
  customerId: stripeIdOf(customer),
  cents: amount,
  /** Cents refunded, without failed refunds. */
  refunded: charge.amount_refunded,
  createdAt: created * 1000,
});
export type Charge = Readonly<ReturnType<typeof chargeOf>>;

type PartialRefund = Pick<Adjustment, 'id' | 'keepCredits' | 'tries'> & { readonly cents: number };

export interface StripePayments {
  findPayment(id: string): Promise<Payment | undefined>;
  /**
   * Refunds the remaining amount. Does nothing if the payment is disputed or a dispute over it was
   * lost.
   */
  refund(payment: Payment, cause: string): Promise<void>;
  /** Refunds part of a payment for an adjustment, once per adjustment and `tries`. */
  refundPartially(paymentId: string, part: PartialRefund): Promise<void>;
  /** Paid charges created at or after `since` (epoch milliseconds), newest first. */
  listCharges(since: number): AsyncIterable<Charge>;
  /** Disputes opened at or after `since` (epoch milliseconds), newest first. */
  listDisputes(since: number): AsyncIterable<Dispute>;
  findDispute(id: string): Promise<Dispute | undefined>;
  findFraudWarning(id: string): Promise<FraudWarning | undefined>;
}

export function createStripePayments(client: StripeClient): StripePayments {
  const refund = (params: Sdk.RefundCreateParams, idempotencyKey: string) =>
    client.call((sdk) => sdk.refunds.create(params, { idempotencyKey }));

  return {
    async findPayment(id) {
      const found = await client.find((sdk) =>
        sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
      );
      if (!found) return undefined;
      const refunds = await Array.fromAsync(
        client.each((sdk) => sdk.refunds.list({ payment_intent: id, limit: 100 })),
      );
      return toPayment(found, refunds);
    },

    async refund({ id, chargeId }, cause) {
      try {
        await refund({ payment_intent: id, metadata: { cause } }, `refund:${cause}:${chargeId}`);
      } catch (error) {
        // The bank has already taken the money back. A separate event will report the dispute's
        // end.
        if (!(error instanceof StripeRefusedError && error.message === 'charge_disputed'))
          throw error;
      }
    },

    async refundPartially(paymentId, { id, cents, keepCredits, tries = 0 }) {
      const metadata = {
        [ADJUSTMENT_METADATA_KEY]: id,
        ...(keepCredits && { [KEEP_CREDITS_METADATA_KEY]: 'true' }),
      };
      const params = { payment_intent: paymentId, amount: cents, metadata };
      await refund(params, `refund:${id}:${tries}`);
    },

    async *listCharges(since) {
      const created = { gte: Math.floor(since / 1000) };
      for await (const charge of client.each((sdk) => sdk.charges.list({ created, limit: 100 }))) {
        const paymentId = stripeIdOf(charge.payment_intent);
        if (charge.paid && paymentId !== undefined) yield chargeOf(charge, paymentId);
      }
    },

    async *listDisputes(since) {
      const created = { gte: Math.floor(since / 1000) };
      for await (const dispute of client.each((sdk) => sdk.disputes.list({ created, limit: 100 })))
        yield toDispute(dispute);
    },

    findDispute: (id) => client.findAs((sdk) => sdk.disputes.retrieve(id), toDispute),

    findFraudWarning: (id) =>
      client.findAs((sdk) => sdk.radar.earlyFraudWarnings.retrieve(id), toFraudWarning),
  };
}
