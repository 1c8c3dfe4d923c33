import { billingRoutes } from '../../../shared/contract/billing.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import { planChangeStartsImmediately } from '../../../shared/model/plans/plan-type.ts';
import type { User } from '../../access/adapters/user.ts';
import { consumeOrThrow } from '../../access/limits/limits.ts';
import { verifyMemberLink } from '../../access/member-link.ts';
import { callStripe } from '../call-stripe.ts';
import { ensureCustomer } from '../customer/customer.ts';
import type { CheckoutSession } from '../adapters/stripe-checkouts.ts';
import type { Subscription } from '../adapters/stripe-subscriptions.ts';
import type { BillingDeps } from '../deps.ts';
import type { PlanVersion } from '../../../shared/model/plans/plans.ts';
import { StripeCallError, StripeRefusedError } from '../rules/stripe-failure.ts';
import {
  type CheckoutBasket,
  createBasket,
  formatBasket,
  checkoutSlotOf,
  type RequestedPlan,
} from './basket.ts';
import {
  findPrimarySubscription,
  planOfSubscription,
  renewalOfSubscription,
} from '../rules/subscription.ts';

type CheckoutDeps = Pick<
  BillingDeps,
  'accounts' | 'checkoutIntents' | 'clock' | 'env' | 'ids' | 'log' | 'purchases' | 'stripe'
>;

type CheckoutIntent = Parameters<CheckoutDeps['checkoutIntents']['replace']>[2];

/** Lifetime of a checkout session. Stripe accepts 30 minutes to 24 hours. */
export const SESSION_LIFETIME_MS = 60 * 60_000;
/** Maximum time to create a session. An intent that has no session after this time is replaced. */
export const MAX_SESSION_CREATION_MS = 20 * 60_000;
/** Sessions closer to their expiry are replaced, because the customer may not finish in time. */
const EXPIRY_MARGIN_MS = 5 * 60_000;

/**
 * Returns the URL of the payment page behind a plan's link.
 * @throws {AppError} `expired`, `account_inactive`, `terms_required`, `not_found`,
 * `payment_unavailable`, `too_many_requests`
 */
export async function resolveCheckoutLink(
  deps: CheckoutDeps & Pick<BillingDeps, 'limits' | 'secrets'>,
  planId: string,
  token: string,
): Promise<string> {
  const target = { purpose: 'checkout', subject: planId } as const;
  const link = await verifyMemberLink(deps, target, token, billingRoutes.getPlan.role);
  if (!link?.account) throw new AppError('expired');
  const { account: user, personId } = link;
  if (user.status !== USER_STATUS.active) throw new AppError('account_inactive');
  if (!user.terms) throw new AppError('terms_required');
  await consumeOrThrow(deps.limits, 'stripe_user', user.id);
  return openCheckout(deps, { user, personId }, [{ plan_id: planId, quantity: 1 }]);
}

/** The account to charge, and the id of the person who pays. */
interface Payer {
  readonly user: User;
  readonly personId: string | undefined;
}

/**
 * Returns the URL of the payment page for a basket: a Stripe Checkout session, reused while it is
 * open; for a change of subscription, the portal's confirmation page; for a basket already paid
 * for, the page that waits for the credits.
 * @param listId the list that waits for the credits, to whose page the customer returns
 * @throws {AppError} `expired`, `payment_unavailable`, `not_found`, `wrong_state` for a basket with
 *   several subscriptions, or with packs and a subscription if the customer already has a
 *   subscription
 */
export function openCheckout(
  deps: CheckoutDeps,
  { user, personId }: Payer,
  wanted: readonly RequestedPlan[],
  listId?: string,
): Promise<string> {
  const basket = createBasket(wanted, listId);
  const { items, subscription } = basket;
  return callStripe(
    deps,
    'checkout_failed',
    { user: user.id, plan: formatBasket(basket) },
    async () => {
      const customerId = await ensureCustomer(deps, user);
      if (customerId === undefined) throw new AppError('expired');
      if (subscription) {
        const current = findPrimarySubscription(await deps.stripe.listSubscriptions(customerId));
        if (current && items.length > 1) throw new AppError('wrong_state');
        if (current) return changeUrl(deps, user, current, subscription);
      }
      return sessionUrl(deps, { user, personId }, customerId, basket, 1);
    },
  );
}

const unpaidPage = ({ listId }: CheckoutBasket): `/${string}` =>
  listId === undefined ? '/pricing-plan' : `/lists/${listId}`;
const creditedPage = ({ listId, subscription }: Partial<CheckoutBasket>): `/${string}` =>
  listId === undefined || subscription ? '/invoices' : `/lists/${listId}`;

/**
 * Returns the path of the page that waits for a payment made after `at` (epoch milliseconds; the
 * path has seconds).
 */
const paidPage = (at: number, basket: Partial<CheckoutBasket> = {}): `/${string}` =>
  `${creditedPage(basket)}?purchase=ok&since=${Math.floor(at / 1000)}`;

/**
 * Returns the URL of the portal page for a change of subscription. If a failed payment, a
 * cancellation or a scheduled change blocks the change, or Stripe refuses to create that page,
 * returns the URL of the portal's first page, where the customer can resolve the problem. If the
 * customer already has the plan, returns the URL of the pricing page. Confirming a second change
 * would schedule it after the first and bill the month in between (docs/payments.md).
 */
async function changeUrl(
  { clock, stripe, env }: CheckoutDeps,
  { language }: User,
  current: Subscription,
  plan: PlanVersion,
): Promise<string> {
  const { pastDue, ends } = renewalOfSubscription(current);
  if (pastDue || ends || current.hasScheduledChange)
    return stripe.createPortal(current.customerId, language);
  if (planOfSubscription(current)?.planId === plan.planId)
    return `${env.PUBLIC_ORIGIN}/pricing-plan`;
  try {
    const page = planChangeStartsImmediately(planOfSubscription(current), plan)
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
  { user, personId }: Payer,
  customerId: string,
  basket: CheckoutBasket,
  tries: number,
): Promise<string> {
  const { checkoutIntents, clock, env, ids, stripe } = deps;
  const slot = checkoutSlotOf(basket);
  const previous = await checkoutIntents.find(user.id, slot);
  const openUrl = previous && (await reuseSession(deps, previous, customerId, basket, personId));
  if (openUrl !== undefined) return openUrl;

  const now = clock.now();
  const isCreating =
    previous?.sessionId === undefined && now - (previous?.createdAt ?? 0) < MAX_SESSION_CREATION_MS;
  const version = formatBasket(basket);
  const { language } = user;
  const intent =
    previous?.version === version && isCreating
      ? previous
      : await checkoutIntents.replace(
          user.id,
          slot,
          { purchaseId: ids.ulid(now), version, language, createdAt: now, personId },
          previous,
        );
  if (intent.version === version && intent.sessionId === undefined) {
    const { id, url } = await createIntentSession(deps, user.id, customerId, basket, intent);
    const isStored = await checkoutIntents.setSession(user.id, slot, intent.purchaseId, id);
    if (isStored && url !== undefined) return url;
    // Expire the session, because it could otherwise be paid in addition to the current one.
    await stripe.expireSession(id);
  }
  // The session was paid during this call, or a concurrent call was faster.
  if (tries >= 3) return `${env.PUBLIC_ORIGIN}${creditedPage(basket)}`;
  return sessionUrl(deps, { user, personId }, customerId, basket, tries + 1);
}

/**
 * Returns the URL of an intent's open payment page or, if the session is paid but its credits are
 * not granted yet, of the page that waits for the credits; otherwise undefined. Expires an open
 * session that cannot be reused.
 */
async function reuseSession(
  { stripe, clock, env, purchases }: CheckoutDeps,
  { sessionId, version, createdAt, personId: opener }: CheckoutIntent,
  customerId: string,
  basket: CheckoutBasket,
  personId: string | undefined,
): Promise<string | undefined> {
  const session = sessionId === undefined ? undefined : await stripe.findSession(sessionId);
  if (session?.status === 'complete' && session.mode === 'payment') {
    const isGranted = await purchases.findByPayment(session.paymentId ?? `cs:${session.id}`);
    return isGranted ? undefined : `${env.PUBLIC_ORIGIN}${paidPage(createdAt, basket)}`;
  }
  if (session?.status !== 'open') return undefined;
  const isFresh = clock.now() - createdAt < SESSION_LIFETIME_MS - EXPIRY_MARGIN_MS;
  // The account's log names the person who opened the page as the payer, so another person needs a
  // new page.
  const isSame = version === formatBasket(basket) && opener === personId;
  if (isSame && isFresh && session.customerId === customerId) return session.url;
  await stripe.expireSession(session.id);
  return undefined;
}

async function createIntentSession(
  { stripe, checkoutIntents }: CheckoutDeps,
  userId: string,
  customerId: string,
  basket: CheckoutBasket,
  { version, purchaseId, language, createdAt, personId }: CheckoutIntent,
): Promise<CheckoutSession> {
  const expiresAt = createdAt + SESSION_LIFETIME_MS;
  const { items, subscription, listId } = basket;
  try {
    const { hasDetails = false } = (await stripe.findCustomer(customerId)) ?? {};
    return await stripe.createSession({
      userId,
      personId,
      customerId,
      version,
      items: items.map(({ plan, quantity }) => ({ version: plan.id, quantity })),
      mode: subscription ? 'subscription' : 'payment',
      purchaseId,
      listId,
      language,
      hasDetails,
      expiresAt,
      paidPage: paidPage(createdAt, basket),
      unpaidPage: unpaidPage(basket),
    });
  } catch (error) {
    if (error instanceof StripeCallError && error.spent)
      await checkoutIntents.delete(userId, checkoutSlotOf(basket), purchaseId);
    throw error;
  }
}
