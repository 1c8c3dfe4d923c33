import { PLAN_TYPE } from '../../../shared/model/plans/plan-type.ts';
import type { User } from '../../access/adapters/user.ts';
import { applyCreditNotes, applyRefunds } from '../reversal/apply-refunds.ts';
import type { Invoice } from '../adapters/stripe-mapping.ts';
import type { StripeEventDeps } from '../deps.ts';
import { toStoredInvoice, recordDocuments } from '../documents/record-documents.ts';
import { mailDocuments } from '../documents/mail-documents.ts';
import { MAILED_LINK_SECONDS, signReceiptPath } from '../documents/payment-document-url.ts';
import { updatePaidStatus } from '../purchase/update-paid-status.ts';
import { refundUncreditedPayment } from '../purchase/refund-uncredited-payment.ts';
import type { PlanVersion } from '../../../shared/model/plans/plans.ts';
import type { Purchase } from '../rules/purchase.ts';
import { buildPurchase } from '../purchase/build-purchase.ts';

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
  { source, plan, cents, paymentId, at, taxMissing, invoice }: PaymentDetails,
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
    invoice: invoice && toStoredInvoice(invoice),
  });
  const grant = { source, amount: plan.credits, why: plan.id };
  const written = await deps.ledger.grant(user.id, grant, [
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
  const path: `/${string}` = `${await signReceiptPath(deps, user.id, id, MAILED_LINK_SECONDS)}&document=invoice`;
  await mailDocuments(deps, user, `purchase:${id}`, {
    template: 'purchase',
    params: {
      credits,
      cents,
      monthly: type === PLAN_TYPE.subscription,
      invoice:
        storedInvoice?.number === undefined ? undefined : { number: storedInvoice.number, path },
      sums: storedInvoice && { netCents: storedInvoice.netCents, vatCents: storedInvoice.vatCents },
      ...(latestInvoice?.topUp !== undefined && { automatic: true }),
    },
  });
}
