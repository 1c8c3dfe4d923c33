import { PLAN_TYPE } from '../../shared/model/plan-type.ts';
import type { Accounts, User } from '../access/ports.ts';
import type { Ledger } from '../credits/ports.ts';
import type { MailQueue } from '../mail/ports.ts';
import { convergePayment } from './converge-payment.ts';
import type { SubscriptionDeps } from './converge-subscriptions.ts';
import type { BillingQueue } from './ports.ts';
import { purchaseIdOf } from './purchase-id.ts';
import { refreshPaid } from './refresh-paid.ts';
import { refusePayment } from './refuse-payment.ts';
import type { PlanVersion } from './rules/plans.ts';
import type { Purchase } from './rules/purchase.ts';

export interface BookDeps extends SubscriptionDeps {
  readonly accounts: Pick<
    Accounts,
    'clearCustomer' | 'findByCustomer' | 'get' | 'setCustomer' | 'setPlan' | 'whileThere'
  >;
  readonly billingQueue: BillingQueue;
  readonly ledger: Ledger;
  readonly mailQueue: MailQueue;
}

/** A payment that has arrived. */
export interface Paid {
  /** `cs:<session>` or `in:<invoice>`. */
  readonly source: string;
  readonly plan: PlanVersion;
  /** Euro cents, VAT included. */
  readonly cents: number;
  readonly paymentId: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Grants the credits of a payment, once: ledger entry, balance and purchase in one transaction,
 * which also holds that the account is still there. What follows from the grant is done each time
 * this is called, since whoever was first may not have come so far.
 * @param eventId the event that told of the payment
 */
export async function bookPurchase(
  deps: BookDeps,
  user: User,
  { source, plan, cents, paymentId, at }: Paid,
  eventId: string | undefined,
): Promise<'granted' | 'granted before' | 'no account'> {
  const purchase: Purchase = {
    id: purchaseIdOf(source, at),
    userId: user.id,
    source,
    version: plan.id,
    credits: plan.credits,
    cents,
    refunded: 0,
    revoked: 0,
    disputes: {},
    date: new Date(at).toISOString(),
    paymentId,
    revision: 0,
  };
  const booked = await deps.ledger.grant(user.id, { source, amount: plan.credits, why: plan.id }, [
    ...deps.purchases.recording(purchase, eventId),
    deps.accounts.whileThere(user.id),
  ]);
  if (booked === 'stale') {
    await refusePayment(deps, source, paymentId, 'no_account');
    return 'no account';
  }
  await followUp(deps, user, purchase, plan);
  return booked === 'applied' ? 'granted' : 'granted before';
}

async function followUp(
  deps: BookDeps,
  user: User,
  { id, credits, cents, paymentId }: Purchase,
  { type }: PlanVersion,
): Promise<void> {
  // The money may have gone back before the credits came.
  if (paymentId !== undefined) await convergePayment(deps, paymentId);
  await refreshPaid(deps, user.id);
  await deps.billingQueue.resumeLists(user.id);
  await deps.mailQueue.send({
    kind: 'mail',
    v: 1,
    id: `purchase:${id}`,
    to: user.email,
    firstName: user.firstName,
    language: user.language,
    content: {
      template: 'purchase',
      params: { credits, cents, monthly: type === PLAN_TYPE.subscription },
    },
  });
}
