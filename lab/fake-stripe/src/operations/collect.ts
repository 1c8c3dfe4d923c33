import type { Account } from '../model/account.ts';
import { createObject } from '../model/objects.ts';
import type { Invoice, PaymentIntent } from '../model/state.ts';
import { findCardToCharge, chargeCard } from './charge-card.ts';

const DAY_SECONDS = 24 * 3600;
/** Seconds before each retry of a failed payment. The subscription ends if the last retry fails. */
const RETRY_DELAYS_S = [3 * DAY_SECONDS, 5 * DAY_SECONDS, 7 * DAY_SECONDS];

export function attemptPayment(account: Account, invoice: Invoice, present: boolean): void {
  const { state } = account;
  if (invoice.amount_remaining === 0) {
    markInvoicePaid(account, invoice);
    return;
  }
  const card = findCardToCharge(account, invoice.customer ?? '', invoice.default_payment_method);
  invoice.attempt_count += 1;
  invoice.attempted = true;
  const earlierPayment = Object.values(state.invoicePayments).find(
    (one) => one.invoice === invoice.id,
  );
  const intent =
    card &&
    chargeCard(account, {
      card,
      amount: invoice.amount_remaining,
      metadata: {},
      retryOf: state.paymentIntents[earlierPayment?.payment.payment_intent ?? ''],
      present,
    });
  if (intent) recordPayment(account, invoice, intent, earlierPayment?.id);
  if (intent?.status === 'succeeded') return;
  const delayS = invoice.auto_advance ? RETRY_DELAYS_S[invoice.attempt_count - 1] : undefined;
  invoice.next_payment_attempt = delayS === undefined ? null : account.now() + delayS;
  account.emit('invoice.payment_failed', invoice);
  if (intent?.status === 'requires_action')
    account.emit('invoice.payment_action_required', invoice);
}

export function recordPayment(
  account: Account,
  invoice: Invoice,
  { id: intent, status }: PaymentIntent,
  id?: string,
): void {
  const paid_at = status === 'succeeded' ? account.now() : null;
  createObject(account, 'invoicePayments', {
    id,
    amount_paid: paid_at === null ? null : invoice.amount_remaining,
    amount_requested: invoice.amount_remaining,
    invoice: invoice.id,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: paid_at === null ? 'open' : 'paid',
    status_transitions: { canceled_at: null, paid_at },
  });
  if (paid_at !== null) markInvoicePaid(account, invoice);
}

export function markInvoicePaid(account: Account, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_remaining;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = account.now();
  account.emit('invoice.paid', invoice);
}
