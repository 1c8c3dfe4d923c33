import type { PortalSession, Subscription } from '../model/state.ts';
import { choosePrice, configurationOf, subscriptionsOf, useCard } from '../operations/portal.ts';
import { endAtPeriodEnd, unschedule } from '../operations/subscriptions.ts';
import { type Page, readCard, redirect } from './frame.ts';
import {
  type Visit,
  cancelPage,
  changePage,
  gonePage,
  homePage,
  pathOf,
  plansPage,
} from './portal-pages.ts';

const findSubscription = (
  { account, session }: Visit,
  id: string | null | undefined,
): Subscription | undefined => subscriptionsOf(account, session).find((one) => one.id === id);

/** @param rest what follows the id of the session: nothing, or `cancel` and a subscription … */
export function portalPage(visit: Visit, rest: readonly string[]): Page {
  const { account, session } = visit;
  const [view = 'home', id, priceId] = rest.length > 0 ? rest : flowView(session);
  const subscription = findSubscription(visit, id);
  const price = account.state.prices[priceId ?? ''];
  if (view === 'home') return homePage(visit);
  if (subscription === undefined) return gonePage(visit);
  if (view === 'cancel' && subscription.cancel_at === null) return cancelPage(visit, subscription);
  if (view === 'plans') return plansPage(visit, subscription);
  if (view === 'change' && price) return changePage(visit, subscription, price);
  return gonePage(visit);
}

/** The page that a flow begins with, as the path of a link to it. */
function flowView({ flow }: PortalSession): string[] {
  if (flow?.subscription_cancel) return ['cancel', flow.subscription_cancel.subscription];
  if (!flow?.subscription_update_confirm) return ['home'];
  const { subscription, items } = flow.subscription_update_confirm;
  return ['change', subscription, items[0]?.price ?? ''];
}

/** Does what a form of the portal asks for, and leads on. */
export function portalAction(visit: Visit, fields: URLSearchParams): Page {
  const { account, session } = visit;
  const configuration = configurationOf(account, session);
  const { subscription_cancel, subscription_update } = configuration.features;
  const home = redirect(`${pathOf(visit)}/home`);
  const { redirect: after } = session.flow?.after_completion ?? {};
  const completed = after ? redirect(after.return_url) : home;
  const action = fields.get('action');
  const card = readCard(fields);
  if (action === 'card' && card) {
    useCard(account, session, card);
    return session.flow?.type === 'payment_method_update' ? completed : home;
  }
  const subscription = findSubscription(visit, fields.get('subscription'));
  if (subscription === undefined) return gonePage(visit);
  if (action === 'keep') {
    endAtPeriodEnd(account, subscription, false, 'portal');
    return home;
  }
  if (action === 'unschedule') {
    unschedule(account, subscription);
    return home;
  }
  if (action === 'cancel' && subscription_cancel.enabled) {
    endAtPeriodEnd(account, subscription, true, 'portal');
    return completed;
  }
  const price = account.state.prices[fields.get('price') ?? ''];
  if (action !== 'change' || !price || !subscription_update.enabled) return gonePage(visit);
  return choosePrice(account, configuration, subscription, price)
    ? completed
    : changePage(visit, subscription, price, visit.words.t('declined'));
}
