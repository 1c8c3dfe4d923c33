import type { WorkerOutcome } from '../../../shared/model/outcome.ts';
import { updatePlan } from '../subscription/apply-subscription.ts';
import { findUserByCustomer } from '../customer/customer.ts';
import type { CheckoutSession } from '../adapters/stripe-checkouts.ts';
import type { Invoice } from '../adapters/stripe-invoices.ts';
import type { StripeEventDeps } from '../deps.ts';
import { planGrantedBySession, planGrantedByInvoice } from '../rules/granting.ts';
import { personActor } from '../../platform/author.ts';
import { recordDocuments } from '../documents/record-documents.ts';
import { MAILED_LINK_SECONDS, signReceiptPath } from '../documents/payment-document-url.ts';
import { refundUncreditedPayment } from '../purchase/refund-uncredited-payment.ts';
import { monthOf } from '../../low-credits/rules/low-balance-alert.ts';
import { mailMoney } from '../../mail/mail-account.ts';
import { PLAN_TYPE } from '../../../shared/model/plans/plan-type.ts';
import type { User } from '../../access/adapters/user.ts';
import { applyCreditNotes, applyRefunds } from '../reversal/apply-refunds.ts';
import { mailDocuments } from '../documents/mail-documents.ts';
import { updatePaidStatus, buildPurchase } from '../purchase/update-purchase.ts';
import type { PlanVersion } from '../../../shared/model/plans/plans.ts';
import { type Purchase, toStoredInvoice } from '../rules/purchase.ts';

/**
 * Applies the current state of a checkout session: grants the credits of a paid pack, or updates
 * the customer's plan, whose invoices grant the credits.
 */
export async function applyCheckoutSession(
  deps: StripeEventDeps,
  session: CheckoutSession,
): Promise<WorkerOutcome> {
  const { id, mode, customerId, paymentId, invoiceId, cents, createdAt: at, taxMissing } = session;
  const { listId, personId } = session;
  const user = await findUserByCustomer(deps, customerId);
  if (mode === 'subscription') {
    if (user) await updatePlan(deps, user);
    return 'done';
  }
  const plan = planGrantedBySession(session);
  if (!plan) return session.paid ? 'skipped' : 'noop';
  const source = `cs:${id}`;
  const invoice = invoiceId === undefined ? undefined : await deps.stripe.findInvoice(invoiceId);
  const paid = { source, plan, cents, paymentId, listId, personId, at, taxMissing, invoice };
  return recordPurchase(deps, user, paid);
}

/**
 * Grants the credits of a paid invoice for a subscription, a top-up, or packs sold through Stripe's
 * dashboard (docs.stripe.com/invoicing/send-email). Refunds the invoice if we ended its
 * subscription, or if its account is gone and the invoice was not created in the dashboard. Only
 * records the invoice of a checkout session, because the session grants the credits.
 */
export async function applyPaidInvoice(
  deps: StripeEventDeps,
  invoice: Invoice,
): Promise<WorkerOutcome> {
  const { id, subscriptionId, customerId, paymentId, cents, lines, untaxedCountry } = invoice;
  // An alarm watches this log line. Log it once per country, because the seller decides about VAT
  // only once per country.
  if (
    untaxedCountry !== undefined &&
    (await deps.stripeEventStore.recordOnce(`vat-${untaxedCountry}`))
  )
    deps.log.warn('vat_not_collected', { invoice: id, country: untaxedCountry });
  const plan = planGrantedByInvoice(invoice);
  if (!plan) {
    // Ignore invoices for other products of the same Stripe account.
    const isOurs = subscriptionId === undefined || lines.some(({ version }) => version);
    const isSold = invoice.paid && cents > 0 && !invoice.fromCheckout && isOurs;
    if (isSold && (await findUserByCustomer(deps, customerId)))
      deps.log.alarm('invoice_without_credits', `${id} granted no credits`, { invoice: id });
    return recordDocuments(deps, invoice);
  }
  const source = `in:${id}`;
  const user = await findUserByCustomer(deps, customerId);
  if (!user && subscriptionId === undefined && invoice.topUp === undefined) {
    // The invoice was created in the dashboard, so a person must decide about a refund.
    deps.log.alarm('payment_without_account', `${source} belongs to no account`, { source });
    return 'skipped';
  }
  if (user && subscriptionId !== undefined) {
    await updatePlan(deps, user);
    if ((await deps.stripe.findSubscription(subscriptionId))?.endedByUs) {
      await refundUncreditedPayment(deps, source, paymentId, 'second_subscription');
      return 'refused';
    }
  }
  const { paidAt: at, personId, taxMissing } = invoice;
  const paid = { source, plan, cents, paymentId, personId, at, taxMissing, invoice };
  const outcome = await recordPurchase(deps, user, paid);
  if (!user && subscriptionId !== undefined)
    await deps.stripe.endSubscription(subscriptionId, 'account_closed');
  if (user && invoice.topUp !== undefined) await endTopUp(deps, user.id, invoice);
  return outcome;
}

/**
 * Ends the top-up attempt that this invoice paid for, so that another attempt may follow. The
 * attempt counts toward the month in which the invoice was paid.
 */
const endTopUp = (
  { lowBalanceAlerts }: StripeEventDeps,
  userId: string,
  { topUp: id, paidAt }: Invoice,
): Promise<void> =>
  lowBalanceAlerts.change(userId, ({ attempt, topUp, tried }) => {
    if (attempt?.id !== id) return undefined;
    const month = monthOf(paidAt);
    return {
      attempt: undefined,
      notBefore: undefined,
      askedAt: undefined,
      tried: tried && tried.month >= month ? tried : { month, times: 1 },
      ...(topUp && { topUp: { ...topUp, failures: 0 } }),
    };
  });

/**
 * If a renewal payment failed or the bank requires confirmation, emails the subscriber a link to
 * the invoice and creates a `payment.failed` event, once per invoice and problem. The first payment
 * and a change of plan need no email, because the customer saw the failure and nothing else
 * changed.
 */
export async function applyUnpaidInvoice(
  deps: StripeEventDeps,
  invoice: Invoice,
): Promise<WorkerOutcome> {
  const { id, open, reason, customerId, paymentId } = invoice;
  if (!open || reason !== 'subscription_cycle') return 'noop';
  const user = await findUserByCustomer(deps, customerId);
  if (!user) return 'skipped';
  await updatePlan(deps, user);
  // Updating the plan voids the invoice of a deactivated account.
  if (!(await deps.stripe.findInvoice(id))?.open) return 'noop';
  const payment = paymentId === undefined ? undefined : await deps.stripe.findPayment(paymentId);
  const template = payment?.requiresAction ? 'payment_authentication' : 'payment_failed';
  await mailMoney(deps, user, `${template}:${id}`, async (personId) => ({
    template,
    params: { path: await signReceiptPath(deps, user.id, id, MAILED_LINK_SECONDS, personId) },
  }));
  await deps.outbox.addOnce(`${template}:${id}`, {
    userId: user.id,
    type: 'payment.failed',
    subject: 'payment.failed',
    data: {
      kind: 'subscription',
      why: payment?.requiresAction ? 'confirm' : 'declined',
      amount_cents: invoice.netCents + invoice.vatCents,
      currency: 'eur',
    },
    at: deps.clock.now(),
  });
  return 'done';
}

interface PaymentDetails {
  readonly source: string;
  readonly plan: PlanVersion & Pick<Purchase, 'items'>;
  /** Amount paid in euro cents, including VAT. */
  readonly cents: number;
  readonly paymentId: string | undefined;
  /** Time of the payment in epoch milliseconds. */
  readonly at: number;
  readonly taxMissing: boolean;
  readonly invoice: Invoice | undefined;
  readonly listId?: string | undefined;
  /** Who opened the payment page; undefined for an automatic payment. */
  readonly personId?: string | undefined;
}

/**
 * Grants the credits of a payment once: one transaction, which requires that the account exists,
 * writes the ledger entry, the balance and the purchase. Refunds the payment if there is no
 * account. Repeated calls repeat the steps after the grant, because an earlier call may have
 * stopped before them.
 * @returns `duplicate` if the credits were already granted, `refused` if the account is gone
 */
export async function recordPurchase(
  deps: StripeEventDeps,
  user: User | undefined,
  { source, plan, cents, paymentId, listId, personId, at, taxMissing, invoice }: PaymentDetails,
): Promise<'done' | 'duplicate' | 'refused'> {
  if (taxMissing) deps.log.alarm('tax_missing', `${source} was paid without VAT`, { source });
  const refuse = async () => {
    await refundUncreditedPayment(deps, source, paymentId, 'no_account');
    return 'refused' as const;
  };
  if (!user) return refuse();
  const purchase = buildPurchase(at, {
    userId: user.id,
    source,
    version: plan.id,
    items: plan.items,
    credits: plan.credits,
    cents,
    paymentId,
    ...(listId !== undefined && { listId }),
    invoice: invoice && toStoredInvoice(invoice),
  });
  const grant = { source, amount: plan.credits, why: plan.id };
  const object = { target: purchase.id, name: purchase.invoice?.number ?? '' };
  const entry = { kind: 'payment', what: 'added', ...object } as const;
  const author = personId === undefined ? {} : { who: personActor(personId) };
  const written = await deps.ledger.grant(user.id, grant, [
    ...deps.activity.writes(user.id, entry, author),
    ...deps.purchases.createWrites(purchase),
    deps.accounts.requireAccount(user.id),
  ]);
  if (written === 'stale') return refuse();
  await followUp(deps, user, purchase, plan, invoice);
  return written === 'applied' ? 'done' : 'duplicate';
}

async function followUp(
  deps: StripeEventDeps,
  user: User,
  { id, credits, cents, paymentId }: Purchase,
  { type }: PlanVersion,
  invoice: Invoice | undefined,
): Promise<void> {
  let latestInvoice = invoice;
  if (paymentId !== undefined && !latestInvoice) {
    // The invoice's event may have arrived before the purchase was recorded.
    latestInvoice = await deps.stripe.findInvoiceOfPayment(paymentId);
    if (latestInvoice) await recordDocuments(deps, latestInvoice);
  }
  const storedInvoice = latestInvoice && toStoredInvoice(latestInvoice);
  // The payment may have been refunded before its credits were granted.
  if (paymentId !== undefined) await applyRefunds(deps, paymentId);
  else if (latestInvoice) await applyCreditNotes(deps, latestInvoice);
  await updatePaidStatus(deps, user.id);
  await deps.billingQueue.resumeLists(user.id);
  const { number } = storedInvoice ?? {};
  await mailDocuments(deps, user, `purchase:${id}`, async (personId) => {
    const path = await signReceiptPath(deps, user.id, id, MAILED_LINK_SECONDS, personId);
    return {
      template: 'purchase',
      params: {
        credits,
        cents,
        monthly: type === PLAN_TYPE.subscription,
        invoice: number === undefined ? undefined : { number, path: `${path}&document=invoice` },
        sums: storedInvoice && {
          netCents: storedInvoice.netCents,
          vatCents: storedInvoice.vatCents,
        },
        ...(latestInvoice?.topUp !== undefined && { automatic: true }),
      },
    };
  });
}
