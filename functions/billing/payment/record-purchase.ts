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
  /** Whether VAT should have been computed but was not. */
  readonly taxMissing: boolean;
  readonly invoice: Invoice | undefined;
}

/**
 * Grants the credits of a payment once: ledger entry, balance and purchase in one transaction,
 * which also requires that the account exists; without an account the payment is refunded. Each
 * call repeats the steps that follow, because the first call may have stopped before them.
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
    // The event of its invoice may have arrived before the purchase was recorded.
    made = await deps.stripe.findInvoiceOfPayment(paymentId);
    if (made) await recordDocuments(deps, made);
  }
  const kept = made && keptInvoice(made);
  // The payment may have been refunded before the credits were granted.
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
