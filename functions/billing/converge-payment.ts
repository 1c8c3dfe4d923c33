import type { Ledger } from '../credits/ports.ts';
import type { Purchases, Stripe } from './ports.ts';
import { type PaidDeps, refreshPaid } from './refresh-paid.ts';
import { type Purchase, revocationOf } from './rules/purchase.ts';
import type { Payment } from './rules/stripe-objects.ts';

export interface PaymentDeps extends PaidDeps {
  readonly ledger: Ledger;
  readonly purchases: Purchases;
  readonly stripe: Pick<Stripe, 'payment'>;
}

const ROUNDS = 5;

/**
 * Brings a purchase in line with what Stripe says was refunded of its payment: credits go, or come
 * back where a refund has failed, in one transaction with the purchase.
 */
export async function convergePayment(
  deps: PaymentDeps,
  paymentId: string,
): Promise<'in line' | 'no purchase'> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const purchase = await deps.purchases.byPayment(paymentId);
    const payment = purchase && (await deps.stripe.payment(paymentId));
    if (!payment) return 'no purchase';
    if (await isInLine(deps, purchase, payment)) {
      await refreshPaid(deps, purchase.userId);
      return 'in line';
    }
  }
  throw new Error(`the refunds of ${paymentId} keep changing`);
}

/** Makes one step; false when it has to be looked at again. */
async function isInLine(
  { ledger, purchases }: PaymentDeps,
  purchase: Purchase,
  { chargeId, refunded, failedRefunds }: Payment,
): Promise<boolean> {
  const revoked = revocationOf(purchase, refunded);
  const more = revoked - purchase.revoked;
  if (more === 0 && refunded === purchase.refunded) return true;

  const change = { refunded, revoked };
  if (more === 0) {
    await purchases.change(purchase, change);
    return false;
  }
  // Refunds that fail bring the same sum about twice; counted with them it names one moment.
  const id = `${chargeId}:${refunded}${failedRefunds > 0 ? `:${failedRefunds}` : ''}`;
  const companions = [purchases.changing(purchase, change)];
  const why = purchase.source;
  await (more > 0
    ? ledger.clawBack(purchase.userId, { id, amount: more, why: `refund of ${why}` }, companions)
    : ledger.grant(
        purchase.userId,
        { source: `refund-failed:${id}`, amount: -more, why: `failed refund of ${why}` },
        companions,
      ));
  return false;
}
