import type { Charge, Dispute, Refund } from '../model/state.ts';

interface GivenRefund {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly charge: Charge;
  readonly reason: Refund['reason'];
  readonly metadata: Record<string, string>;
}

export const newRefund = (given: GivenRefund): Refund => ({
  id: given.id,
  object: 'refund',
  amount: given.amount,
  balance_transaction: null,
  charge: given.charge.id,
  created: given.created,
  currency: given.charge.currency,
  customer: given.charge.customer,
  customer_account: null,
  destination_details: {
    card: {
      reference_status: 'pending',
      reference_type: 'acquirer_reference_number',
      type: 'refund',
    },
    type: 'card',
  },
  metadata: given.metadata,
  payment_intent: given.charge.payment_intent,
  payment_method: given.charge.payment_method,
  reason: given.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
});

interface GivenDispute {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly charge: Charge;
  readonly reason: string;
}

const EVIDENCE_SECONDS = 7 * 86_400;

export const newDispute = (given: GivenDispute): Dispute => ({
  id: given.id,
  object: 'dispute',
  amount: given.amount,
  balance_transactions: [],
  charge: given.charge.id,
  created: given.created,
  currency: given.charge.currency,
  enhanced_eligibility_types: [],
  evidence: {
    access_activity_log: null,
    appeal: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  },
  evidence_details: {
    due_by: given.created + EVIDENCE_SECONDS,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: given.charge.payment_intent,
  reason: given.reason,
  status: 'needs_response',
});
