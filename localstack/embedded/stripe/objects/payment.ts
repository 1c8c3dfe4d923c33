import type { Card, Charge, Customer, PaymentIntent } from '../model/state.ts';
import { cardDetails } from './card.ts';

interface Payment {
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly customer: Customer;
  readonly card: Card;
  readonly description: string | null;
  readonly metadata: Record<string, string>;
}

export const newPaymentIntent = (
  payment: Payment,
  { id, charge, status }: Pick<PaymentIntent, 'id' | 'status'> & { charge: string | null },
): PaymentIntent => ({
  id,
  object: 'payment_intent',
  allowed_payment_method_types: ['card'],
  amount: payment.amount,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: status === 'succeeded' ? payment.amount : 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  client_secret: `${id}_secret_test`,
  confirmation_method: 'automatic',
  created: payment.created,
  currency: payment.currency,
  customer: payment.customer.id,
  customer_account: null,
  description: payment.description,
  excluded_payment_method_types: null,
  last_payment_error:
    status === 'requires_payment_method'
      ? {
          ...(charge !== null && { charge }),
          code: 'card_declined',
          decline_code: 'generic_decline',
          message: 'Your card was declined.',
          type: 'card_error',
        }
      : null,
  latest_charge: charge,
  livemode: false,
  managed_payments: null,
  metadata: payment.metadata,
  next_action: status === 'requires_action' ? { type: 'use_stripe_sdk' } : null,
  on_behalf_of: null,
  payment_method: status === 'requires_payment_method' ? null : payment.card.id,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status,
  transfer_data: null,
  transfer_group: null,
});

export const newCharge = (
  payment: Payment,
  {
    id,
    paymentIntent,
    paid,
    receiptUrl,
  }: { id: string; paymentIntent: string; paid: boolean; receiptUrl: string },
): Charge => ({
  id,
  object: 'charge',
  amount: payment.amount,
  amount_captured: paid ? payment.amount : 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: {
    address: payment.customer.address ?? null,
    email: payment.customer.email,
    name: payment.customer.name ?? null,
    phone: null,
    tax_id: null,
  },
  calculated_statement_descriptor: 'TAMIS',
  captured: paid,
  created: payment.created,
  currency: payment.currency,
  customer: payment.customer.id,
  description: payment.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: paid ? null : 'card_declined',
  failure_message: paid ? null : 'Your card was declined.',
  fraud_details: {},
  livemode: false,
  metadata: payment.metadata,
  on_behalf_of: null,
  outcome: {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: paid ? 'approved_by_network' : 'declined_by_network',
    reason: paid ? null : 'generic_decline',
    risk_level: 'normal',
    seller_message: paid ? 'Payment complete.' : 'The bank did not return any further details.',
    type: paid ? 'authorized' : 'issuer_declined',
  },
  paid,
  payment_intent: paymentIntent,
  payment_method: payment.card.id,
  payment_method_details: { card: cardDetails(payment.card), type: 'card' },
  receipt_email: null,
  receipt_number: null,
  receipt_url: paid ? receiptUrl : null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: paid ? 'succeeded' : 'failed',
  transfer_data: null,
  transfer_group: null,
});
