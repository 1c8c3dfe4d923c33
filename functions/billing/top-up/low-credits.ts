import type { LowCredits, LowCreditsRequest } from '../../../shared/contract/low-credits.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { changedValues } from '../../access/changed-values.ts';
import type { User } from '../../access/adapters/user.ts';
import { callStripe } from '../call-stripe.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { BillingDeps } from '../deps.ts';
import { ensureCustomer } from '../customer/customer.ts';
import {
  countAttemptsThisMonth,
  type LowBalanceAlert,
} from '../../low-credits/rules/low-balance-alert.ts';
import { PRICE_INCREASE_REASON, findPriceIncrease } from './price-increase.ts';
import { findPackOnSale } from './top-up.ts';

type DescribeLowCreditsDeps = Pick<
  BillingDeps,
  'accounts' | 'clock' | 'log' | 'purchases' | 'stripe' | 'lowBalanceAlerts'
>;

/**
 * Calls Stripe only if the user has set up top-ups.
 * @throws {AppError} `payment_unavailable`; `unauthenticated` if the account is gone
 */
export async function getLowCreditSettings(
  deps: DescribeLowCreditsDeps,
  user: User,
): Promise<LowCredits> {
  const { clock, stripe, lowBalanceAlerts } = deps;
  const alert = await lowBalanceAlerts.find(user.id);
  const { warnBelow, topUp, attempt } = alert;
  const warn_below = warnBelow ?? null;
  if (!topUp) return { warn_below, top_up: null };
  return callStripe(deps, 'low_credits_failed', { user: user.id }, async () => {
    const customerId = await ensureCustomer(deps, user);
    if (customerId === undefined) throw new AppError('unauthenticated');
    const hasCard = (await stripe.findCustomer(customerId))?.hasCard ?? false;
    const unpaid = attempt?.failed ? attempt.invoiceId : undefined;
    const invoice = unpaid === undefined ? undefined : await stripe.findInvoice(unpaid);
    return {
      warn_below,
      top_up: {
        plan_id: topUp.planId,
        below: topUp.below,
        times_a_month: topUp.timesAMonth,
        status: statusOf(topUp, hasCard),
        times_this_month: countAttemptsThisMonth(alert, clock.now()),
        pay_url: (invoice?.open && invoice.page) || null,
        card_url: await stripe.createCardPortal(customerId, user.language, '/settings'),
      },
    };
  });
}

function statusOf(
  topUp: NonNullable<LowBalanceAlert['topUp']>,
  hasCard: boolean,
): NonNullable<LowCredits['top_up']>['status'] {
  if (topUp.paused === PRICE_INCREASE_REASON || findPriceIncrease(topUp))
    return PRICE_INCREASE_REASON;
  if (topUp.paused !== undefined) return 'paused';
  return hasCard ? 'on' : 'card_missing';
}

const invalidField = (field: string, key: string): AppError =>
  new AppError('validation', { fields: { [field]: [key] } });

/** What the log shows of the settings. */
const shownOf = ({ topUp, warnBelow: level }: Pick<LowBalanceAlert, 'topUp' | 'warnBelow'>) => ({
  level,
  pack: topUp?.planId,
  below: topUp?.below,
  times: topUp?.timesAMonth,
});

/**
 * Saves the settings, which resumes paused top-ups at the current price. Sends no warning if the
 * balance is already below the warning level.
 * @throws {AppError} `validation`, `payment_unavailable`; `unauthenticated` if the account is gone
 */
export async function saveLowCreditSettings(
  deps: DescribeLowCreditsDeps & Pick<BillingDeps, 'activity' | 'billingQueue' | 'ledger'>,
  user: User,
  { warn_below, top_up }: LowCreditsRequest,
): Promise<LowCredits> {
  const { ledger, lowBalanceAlerts } = deps;
  const warnBelow = warn_below ?? undefined;
  if (top_up) {
    const pack = findPackOnSale(top_up.plan_id);
    if (!pack) throw invalidField('plan_id', 'field.invalid');
    // With a higher level, one pack could leave the balance below it and trigger another purchase.
    if (top_up.below > pack.credits) throw invalidField('below', 'field.top_up_level');
    if (!user.paid) throw invalidField('plan_id', 'field.top_up_unpaid');
  }
  const topUp = top_up
    ? {
        planId: top_up.plan_id,
        version: findPackOnSale(top_up.plan_id)?.id,
        below: top_up.below,
        timesAMonth: top_up.times_a_month,
        failures: 0,
      }
    : undefined;
  const change = { kind: 'setting', what: 'changed', target: 'low_credits', name: '' } as const;
  const outcome = await retryOnConflict(`the alert of ${user.id}`, async () => {
    const alert = await lowBalanceAlerts.find(user.id);
    const { available } = await ledger.balance(user.id);
    const warned = warnBelow !== undefined && available < warnBelow;
    const resetFields = { notBefore: undefined, askedAt: undefined };
    const values = changedValues(shownOf(alert), shownOf({ warnBelow, topUp }));
    const logged = deps.activity.writes(user.id, { ...change, ...values });
    return lowBalanceAlerts.update(alert, { warnBelow, warned, topUp, ...resetFields }, ...logged);
  });
  if (outcome === 'gone') throw new AppError('unauthenticated');
  // Lists that wait for credits try to start again, and can then request a top-up.
  if (topUp) await deps.billingQueue.resumeLists(user.id);
  return getLowCreditSettings(deps, user);
}
