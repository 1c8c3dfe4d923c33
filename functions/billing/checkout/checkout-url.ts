import { AppError } from '../../../shared/contract/errors.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import { startsImmediately, PLAN_TYPE } from '../../../shared/model/plan-type.ts';
import type { User } from '../../access/adapters/user.ts';
import { consumeOrRefuse } from '../../access/limits/limits.ts';
import { verifyLink } from '../../access/signed.ts';
import { callStripe } from '../call-stripe.ts';
import { ensureCustomer } from '../customer/customer.ts';
import type { CheckoutSession, Subscription } from '../adapters/stripe-mapping.ts';
import type { BillingDeps } from '../deps.ts';
import { type PlanVersion, plansOnSale } from '../rules/plans.ts';
import { StripeCallError, StripeRefusedError } from '../rules/stripe-failure.ts';
import { primarySubscription, planOf, renewalOf } from '../rules/subscription.ts';

type CheckoutDeps = Pick<
  BillingDeps,
  | 'accounts'
  | 'checkoutIntents'
  | 'clock'
  | 'env'
  | 'ids'
  | 'limits'
  | 'log'
  | 'purchases'
  | 'secrets'
  | 'stripe'
>;

type CheckoutIntent = Parameters<CheckoutDeps['checkoutIntents']['replace']>[2];

/** Lifetime of a checkout session; Stripe accepts 30 minutes to 24 hours. */
const SESSION_MS = 60 * 60_000;
/** Maximum time to create a session. An intent that has no session after this time is replaced. */
const SESSION_CREATION_MS = 20 * 60_000;
/** Sessions this close to their expiry are replaced, since the customer may not finish in time. */
const EXPIRY_MARGIN_MS = 5 * 60_000;

/**
 * Returns the URL of the payment page for a plan: a Stripe Checkout session, reused for every click
 * while it is open, or the portal's confirmation page for a change of subscription.
 * @throws {AppError} `expired`, `account_inactive`, `terms_required`, `not_found`,
 *   `payment_unavailable`, `too_many_requests`
 */
export async function checkoutUrl(
  deps: CheckoutDeps,
  planId: string,
  token: string,
): Promise<string> {
  const target = { purpose: 'checkout', subject: planId } as const;
  const userId = await verifyLink(deps, target, token);
  const user = userId === undefined ? undefined : await deps.accounts.get(userId);
  if (!user) throw new AppError('expired');
  if (user.status !== USER_STATUS.active) throw new AppError('account_inactive');
  if (!user.terms) throw new AppError('terms_required');
  const plan = plansOnSale().find((each) => each.planId === planId);
  if (!plan) throw new AppError('not_found');
  await consumeOrRefuse(deps.limits, 'stripe_user', user.id);
  return callStripe(deps, 'checkout_failed', { user: user.id, plan: plan.id }, () =>
    paymentUrl(deps, user, plan),
  );
}

async function paymentUrl(deps: CheckoutDeps, user: User, plan: PlanVersion): Promise<string> {
  const customerId = await ensureCustomer(deps, user);
  if (customerId === undefined) throw new AppError('expired');
  if (plan.type === PLAN_TYPE.subscription) {
    const current = primarySubscription(await deps.stripe.listSubscriptions(customerId));
    if (current) return changeUrl(deps, user, current, plan);
  }
  return sessionUrl(deps, user, customerId, plan, 1);
}

/** Page that waits for a payment made after `at` (epoch milliseconds; the URL has seconds). */
const paidPage = (at: number) => `/invoices?purchase=ok&since=${Math.floor(at / 1000)}` as const;

/**
 * URL of the portal page for a change of subscription. If Stripe refuses to create this page, or
 * something blocks the change (a failed payment, a cancellation or a scheduled change), returns the
 * URL of the portal's first page, on which the customer can resolve it. A confirmation page for a
 * second change would schedule that change after the first and bill the month between
 * (docs/payments.md).
 */
async function changeUrl(
  { clock, stripe, env }: CheckoutDeps,
  { language }: User,
  current: Subscription,
  plan: PlanVersion,
): Promise<string> {
  const { pastDue, ends } = renewalOf(current);
  if (pastDue || ends || current.hasScheduledChange)
    return stripe.createPortal(current.customerId, language);
  if (planOf(current)?.planId === plan.planId) return `${env.PUBLIC_ORIGIN}/pricing-plan`;
  try {
    const page = startsImmediately(planOf(current), plan)
      ? paidPage(clock.now())
      : '/invoices?plan=changed';
    return await stripe.createChangePortal(current, plan.id, language, page);
  } catch (error) {
    if (!(error instanceof StripeRefusedError)) throw error;
    return stripe.createPortal(current.customerId, language);
  }
}

async function sessionUrl(
  deps: CheckoutDeps,
  user: User,
  customerId: string,
  plan: PlanVersion,
  tries: number,
): Promise<string> {
  const { checkoutIntents, clock, env, ids, stripe } = deps;
  // At most one open session per slot: a pack, or the first subscription.
  const slot = plan.type === PLAN_TYPE.subscription ? 'subscription' : plan.planId;
  const previous = await checkoutIntents.find(user.id, slot);
  const openUrl = previous && (await reuseSession(deps, previous, customerId, plan));
  if (openUrl !== undefined) return openUrl;
  const now = clock.now();
  const isCreating =
    previous?.sessionId === undefined && now - (previous?.createdAt ?? 0) < SESSION_CREATION_MS;
  const { id: version } = plan;
  const { language } = user;
  const intent =
    previous?.version === version && isCreating
      ? previous
      : await checkoutIntents.replace(
          user.id,
          slot,
          { purchaseId: ids.ulid(now), version, language, createdAt: now },
          previous,
        );
  if (intent.version === version && intent.sessionId === undefined) {
    const { id, url } = await createIntentSession(deps, user.id, customerId, slot, intent);
    const isStored = await checkoutIntents.setSession(user.id, slot, intent.purchaseId, id);
    if (isStored && url !== undefined) return url;
    // Nothing else expires this session, so it could be paid in addition to the current one.
    await stripe.expireSession(id);
  }
  // The session was paid during this call, or a concurrent click was faster.
  if (tries >= 3) return `${env.PUBLIC_ORIGIN}/invoices`;
  return sessionUrl(deps, user, customerId, plan, tries + 1);
}

/** Payment page of an intent's open session; expires a session that cannot be reused. */
async function reuseSession(
  { stripe, clock }: CheckoutDeps,
  { sessionId, version, createdAt }: CheckoutIntent,
  customerId: string,
  plan: PlanVersion,
): Promise<string | undefined> {
  const session = sessionId === undefined ? undefined : await stripe.findSession(sessionId);
  if (session?.status !== 'open') return undefined;
  const isFresh = clock.now() - createdAt < SESSION_MS - EXPIRY_MARGIN_MS;
  if (version === plan.id && isFresh && session.customerId === customerId) return session.url;
  await stripe.expireSession(session.id);
  return undefined;
}

async function createIntentSession(
  { stripe, checkoutIntents }: CheckoutDeps,
  userId: string,
  customerId: string,
  slot: string,
  { version, purchaseId, language, createdAt }: CheckoutIntent,
): Promise<CheckoutSession> {
  const expiresAt = createdAt + SESSION_MS;
  try {
    const { hasDetails = false } = (await stripe.findCustomer(customerId)) ?? {};
    const request = { userId, customerId, version, purchaseId, language, hasDetails, expiresAt };
    return await stripe.createSession({ ...request, paidPage: paidPage(createdAt) });
  } catch (error) {
    if (error instanceof StripeCallError && error.spent)
      await checkoutIntents.delete(userId, slot, purchaseId);
    throw error;
  }
}
