import { mailTo } from '../../mail/mail-to.ts';
import type { BillingDeps } from '../deps.ts';
import { issueCreditNotes } from '../documents/issue-credit-notes.ts';
import { revocationOf } from '../rules/purchase.ts';
import { mailOperator } from './mail-operator.ts';
import { updatePurchase } from '../purchase/update-purchase.ts';

type RefundDeps = Pick<
  BillingDeps,
  'accounts' | 'apiKeys' | 'env' | 'ledger' | 'log' | 'mailQueue' | 'purchases' | 'stripe'
>;

/**
 * Brings a purchase in line with what Stripe says was refunded of its payment: credits go, or come
 * back where a refund has failed, in one transaction with the purchase. Its invoice gets its credit
 * notes, and its customer a mail for each sum that has gone back.
 */
export async function applyRefunds(
  deps: RefundDeps,
  paymentId: string,
): Promise<'in_line' | 'no_purchase'> {
  const outcome = await alignCredits(deps, paymentId);
  if (!(await deps.purchases.findByPayment(paymentId))?.refunded) return outcome;
  const invoice = await deps.stripe.findInvoiceOfPayment(paymentId);
  if (invoice) await issueCreditNotes(deps, invoice);
  const purchase = await deps.purchases.findByPayment(paymentId);
  const user = purchase && (await deps.accounts.get(purchase.userId));
  if (!user) return outcome;
  const { refunded: cents, cents: total, revoked: credits, creditNotes } = purchase;
  await deps.mailQueue.send(
    mailTo(user, `refunded:${paymentId}:${cents}`, {
      template: 'refunded',
      params: { cents, total, credits, creditNote: creditNotes?.at(-1)?.number },
    }),
  );
  return outcome;
}

const alignCredits = (deps: RefundDeps, paymentId: string): Promise<'in_line' | 'no_purchase'> =>
  updatePurchase(deps, paymentId, async (purchase) => {
    const { userId, source } = purchase;
    const payment = await deps.stripe.findPayment(paymentId);
    if (!payment) return false;
    const { chargeId, refunded, failedRefunds } = payment;
    const revoked = revocationOf(purchase, refunded);
    const more = revoked - purchase.revoked;
    if (more === 0 && refunded === purchase.refunded) return false;

    if (payment.refunds.at(-1)?.adjustment === undefined) {
      // The refund was made at Stripe or by a bank, not by an administrator of ours.
      const says = `${refunded} cents of ${paymentId} went back`;
      deps.log.alarm('payment_refunded', says, { payment: paymentId, refunded });
      const user = await deps.accounts.get(userId);
      const taken = { what: 'refund', cents: refunded, reason: says } as const;
      if (user) await mailOperator(deps, `refund:${paymentId}:${refunded}`, user, paymentId, taken);
    }
    const change = { refunded, revoked };
    // The same sum can occur twice where a refund failed. The number of those tells the two apart.
    const id = `${chargeId}:${refunded}${failedRefunds > 0 ? `:${failedRefunds}` : ''}`;
    const extraWrites = [deps.purchases.updateWrite(purchase, change)];
    if (more === 0) {
      await deps.purchases.update(purchase, change);
    } else if (more > 0) {
      const why = `refund of ${source}`;
      await deps.ledger.clawBack(userId, { id, amount: more, why }, extraWrites);
    } else {
      const given = {
        source: `refund-failed:${id}`,
        amount: -more,
        why: `failed refund of ${source}`,
      };
      await deps.ledger.grant(userId, given, extraWrites);
    }
    return true;
  });
