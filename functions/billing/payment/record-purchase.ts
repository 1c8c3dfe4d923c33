import { PLAN_TYPE } from '../../../shared/model/plan-type.ts';
import type { User } from '../../access/adapters/user.ts';
import { applyCreditNotes, applyRefunds } from '../reversal/apply-refunds.ts';
import type { Invoice } from '../adapters/stripe-mapping.ts';
import type { EventDeps } from '../deps.ts';
import { keptInvoice, recordDocuments } from '../documents/record-documents.ts';
import { mailDocuments } from '../documents/mail-documents.ts';
import { MAILED_SECONDS, receiptPath } from '../documents/open-receipt.ts';
import { refreshPaid } from '../purchase/refresh-paid.ts';
import { refusePayment } from '../purchase/refuse-payment.ts';
import type { PlanVersion } from '../rules/plans.ts';
import type { Purchase } from '../rules/purchase.ts';
import { newPurchase } from '../purchase/new-purchase.ts';

interface Paid {
  /** `cs:<session>` or `in:<invoice>`. */
  readonly source: string;
  readonly plan: PlanVersion;
  /** Euro cents, VAT included. */
  readonly cents: number;
  readonly paymentId: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  /** VAT was to be computed, and was not. */
  readonly taxMissing: boolean;
  readonly invoice: Invoice | undefined;
}

/**
 * Grants the credits of a payment, once: ledger entry, balance and purchase in one transaction,
 * which also holds that the account is still there; without an account the payment is sent back.
 * What follows from the grant is done each time this is called, since the run that was first may
 * not have come so far.
 */
export async function recordPurchase(
  deps: EventDeps,
  user: User | undefined,
  { source, plan, cents, paymentId, at, taxMissing, invoice }: Paid,
): Promise<'done' | 'duplicate' | 'refused'> {
  if (taxMissing) deps.log.alarm('tax_missing', `${source} was paid without its VAT`, { source });
  const refuse = async () => {
    await refusePayment(deps, source, paymentId, 'no_account');
    return 'refused' as const;
  };
  if (!user) return refuse();
  const purchase = newPurchase(at, {
    userId: user.id,
    source,
    version: plan.id,
    credits: plan.credits,
    cents,
    paymentId,
    invoice: invoice && keptInvoice(invoice),
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
  deps: EventDeps,
  user: User,
  { id, credits, cents, paymentId }: Purchase,
  { type }: PlanVersion,
  given: Invoice | undefined,
): Promise<void> {
  let made = given;
  if (paymentId !== undefined && !made) {
    // The event of its invoice may have come before there was a purchase.
    made = await deps.stripe.findInvoiceOfPayment(paymentId);
    if (made) await recordDocuments(deps, made);
  }
  const kept = made && keptInvoice(made);
  // The money may have gone back before the credits came.
  if (paymentId !== undefined) await applyRefunds(deps, paymentId);
  else if (made) await applyCreditNotes(deps, made);
  await refreshPaid(deps, user.id);
  await deps.billingQueue.resumeLists(user.id);
  const path: `/${string}` = `${await receiptPath(deps, user.id, id, MAILED_SECONDS)}&document=invoice`;
  await mailDocuments(deps, user, `purchase:${id}`, {
    template: 'purchase',
    params: {
      credits,
      cents,
      monthly: type === PLAN_TYPE.subscription,
      invoice: kept?.number === undefined ? undefined : { number: kept.number, path },
      sums: kept && { netCents: kept.netCents, vatCents: kept.vatCents },
      ...(made?.topUp !== undefined && { automatic: true }),
    },
  });
}
