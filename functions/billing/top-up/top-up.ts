import { USER_STATUS } from '../../../shared/model/account.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/model/duration.ts';
import type { WorkerOutcome } from '../../../shared/model/outcome.ts';
import { PLAN_TYPE } from '../../../shared/model/plans/plan-type.ts';
import type { User } from '../../access/adapters/user.ts';
import {
  isTopUpDue,
  monthOf,
  countAttemptsThisMonth,
  getListAwaitingCredits,
  type LowBalanceAlert,
} from '../../low-credits/rules/low-balance-alert.ts';
import { mailMoney } from '../../mail/mail-account.ts';
import type { LogFields } from '../../platform/log.ts';
import { applyPaidInvoice } from '../payment/apply-payment.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { BillingDeps, StripeEventDeps } from '../deps.ts';
import {
  type PlanVersion,
  findPlanVersion,
  getPlansOnSale,
} from '../../../shared/model/plans/plans.ts';
import { StripeRefusedError } from '../rules/stripe-failure.ts';
import { requestPriceConsent, findPriceIncrease } from './price-increase.ts';

type TopUpDeps = StripeEventDeps & Pick<BillingDeps, 'ids'>;

type Attempt = NonNullable<LowBalanceAlert['attempt']>;

/** Waiting time after a failed attempt before the card is charged again. */
const RETRY_DELAY_MS = DAY_MS;
const MAX_FAILED_ATTEMPTS = 2;
/** Age at which an unfinished attempt is closed. Stripe drops idempotency keys after a day. */
const ATTEMPT_TIMEOUT_MS = 20 * HOUR_MS;

/** Returns undefined if the pack is no longer sold. */
export const findPackOnSale = (planId: string | undefined): PlanVersion | undefined =>
  getPlansOnSale().find((plan) => plan.planId === planId && plan.type === PLAN_TYPE.credits);

/**
 * Buys the pack that a customer has chosen for a low balance, or resumes the attempt in progress.
 * Asks the customer before buying at a higher price than agreed. Stores an attempt, one at a time,
 * before calling Stripe; a concurrent change of the alert restarts the decision. A duplicate, late
 * or interrupted run therefore never buys a second pack for the same reason, and never exceeds the
 * customer's monthly limit.
 */
export async function topUpCredits(deps: TopUpDeps, userId: string): Promise<LogFields> {
  const outcome = await retryOnConflict(`the alert of ${userId}`, () => advance(deps, userId));
  return { user: userId, outcome };
}

async function advance(deps: TopUpDeps, userId: string): Promise<WorkerOutcome | 'again'> {
  const { accounts, clock, ids, stripe, lowBalanceAlerts } = deps;
  const user = await accounts.get(userId);
  // Read the alert before the balance: a grant in between changes the alert, so the update fails.
  const alert = await lowBalanceAlerts.find(userId);
  const { attempt, topUp: settings } = alert;
  if (!user) return 'skipped';
  const now = clock.now();
  if (attempt && !attempt.failed && now - attempt.at < ATTEMPT_TIMEOUT_MS)
    return settings && settings.planId === findPlanVersion(attempt.version)?.planId
      ? resumeAttempt(deps, user, attempt)
      : abandonAttempt(deps, userId, attempt);

  const pack = findPackOnSale(settings?.planId);
  if (!settings || !pack || !(await isDue(deps, alert, pack))) {
    await lowBalanceAlerts.update(alert, { askedAt: undefined, waiting: undefined });
    return 'noop';
  }
  // `paid` is false while a payment is disputed.
  if (user.status !== USER_STATUS.active || !user.paid || user.stripeCustomerId === undefined)
    return 'skipped';
  const risen = findPriceIncrease(settings);
  if (risen) return requestPriceConsent(deps, user, alert, risen);
  if (attempt?.invoiceId !== undefined) {
    const paid = await stripe.closeTopUp(attempt.invoiceId);
    if (paid) {
      await applyPaidInvoice(deps, paid);
      return 'again';
    }
  }
  // The previous attempt bought nothing, so this attempt replaces it in the count.
  const times = countAttemptsThisMonth(alert, now) - (attempt ? 1 : 0);
  if (times >= settings.timesAMonth) {
    const [year = 0, month = 0] = monthOf(now).split('-').map(Number);
    const notBefore = Date.UTC(year, month, 1);
    const tried = { month: monthOf(now), times };
    const written = await lowBalanceAlerts.update(alert, { attempt: undefined, tried, notBefore });
    return written === 'updated' ? 'monthly_limit' : 'again';
  }
  const next = { id: ids.ulid(now), version: pack.id, at: now, failed: false };
  const tried = { month: monthOf(now), times: times + 1 };
  const started = await lowBalanceAlerts.update(alert, {
    attempt: next,
    tried,
    waiting: undefined,
  });
  if (started !== 'updated') return 'again';
  return resumeAttempt(deps, user, next);
}

async function isDue(
  { clock, ledger }: TopUpDeps,
  alert: LowBalanceAlert,
  pack: PlanVersion,
): Promise<boolean> {
  const { available } = await ledger.balance(alert.userId);
  if (!isTopUpDue(alert, available, clock.now())) return false;
  if (available < (alert.topUp?.below ?? 0)) return true;
  const list = getListAwaitingCredits(alert, clock.now());
  if (!list || available + pack.credits < list.needed) return false;
  return (await ledger.findEntry(alert.userId, list.entry)) === undefined;
}

/** A call that Stripe refuses counts as a failed attempt. */
async function resumeAttempt(
  deps: TopUpDeps,
  user: User,
  attempt: Attempt,
): Promise<WorkerOutcome | 'again'> {
  try {
    return await collect(deps, user, attempt);
  } catch (error) {
    if (!(error instanceof StripeRefusedError)) throw error;
    deps.log.error('top_up_refused', error, { user: user.id });
    return failAttempt(deps, user, attempt, 'declined');
  }
}

async function collect(
  deps: TopUpDeps,
  user: User,
  attempt: Attempt,
): Promise<WorkerOutcome | 'again'> {
  const { stripe, lowBalanceAlerts } = deps;
  const { id, version, invoiceId: storedInvoiceId } = attempt;
  const { id: userId, stripeCustomerId: customerId } = user;
  if (customerId === undefined || user.status !== USER_STATUS.active || !user.paid)
    return abandonAttempt(deps, userId, attempt);
  if (!(await stripe.findCustomer(customerId))?.hasCard)
    return failAttempt(deps, user, attempt, 'no_card');
  const topUpRequest = { id, userId, customerId, version };
  const invoiceId = storedInvoiceId ?? (await stripe.draftTopUp(topUpRequest));
  // Store the invoice id before the invoice can be paid.
  if (storedInvoiceId === undefined)
    await lowBalanceAlerts.change(userId, ({ attempt: current }) =>
      current?.id === id ? { attempt: { ...current, invoiceId } } : undefined,
    );
  if ((await lowBalanceAlerts.find(userId)).attempt?.invoiceId !== invoiceId) return 'again';
  const { invoice, requiresAction } = await stripe.collectTopUp(invoiceId, topUpRequest);
  if (invoice.paid) return applyPaidInvoice(deps, invoice);
  return failAttempt(
    deps,
    user,
    { ...attempt, invoiceId },
    requiresAction ? 'confirm' : 'declined',
  );
}

/** Ends an attempt that the customer no longer wants or may no longer make. */
async function abandonAttempt(
  deps: TopUpDeps,
  userId: string,
  { id, invoiceId }: Attempt,
): Promise<WorkerOutcome | 'again'> {
  const { stripe, lowBalanceAlerts } = deps;
  const paid = invoiceId === undefined ? undefined : await stripe.closeTopUp(invoiceId);
  if (paid) return applyPaidInvoice(deps, paid);
  await lowBalanceAlerts.change(userId, ({ attempt, tried }) =>
    attempt?.id === id
      ? { attempt: undefined, tried: tried && { ...tried, times: tried.times - 1 } }
      : undefined,
  );
  return 'skipped';
}

async function failAttempt(
  deps: TopUpDeps,
  user: User,
  { id, version, invoiceId }: Attempt,
  why: 'declined' | 'confirm' | 'no_card',
): Promise<'refused'> {
  const { clock, outbox, lowBalanceAlerts } = deps;
  const { topUp: settings } = await lowBalanceAlerts.find(user.id);
  const failures = (settings?.failures ?? 0) + 1;
  const paused = why === 'no_card' || failures >= MAX_FAILED_ATTEMPTS;
  // Queue the email before the write. After a crash, the email is queued again, but sent only once.
  await mailMoney(deps, user, `top_up_failed:${id}`, () => ({
    template: 'top_up_failed',
    params: { credits: findPlanVersion(version)?.credits ?? 0, why, paused },
  }));
  await outbox.addOnce(`top_up_failed:${id}`, {
    userId: user.id,
    type: 'payment.failed',
    subject: 'payment.failed',
    data: { kind: 'top_up', why, plan_id: settings?.planId },
    at: clock.now(),
  });
  await lowBalanceAlerts.change(user.id, ({ attempt, topUp: current }) =>
    attempt?.id !== id || attempt.failed
      ? undefined
      : {
          attempt: { ...attempt, invoiceId, failed: true },
          notBefore: clock.now() + RETRY_DELAY_MS,
          askedAt: undefined,
          ...(current && { topUp: { ...current, failures, ...(paused && { paused: why }) } }),
        },
  );
  return 'refused';
}
