import { cancel, changePrice, configurationOf } from '../operations/portal.ts';
import { endAtPeriodEnd } from '../operations/subscriptions.ts';
import { lastDigits } from '../objects/card.ts';
import type { Card, PortalSession, Subscription } from '../model/state.ts';
import type { World } from '../model/world.ts';
import { notice } from './frame.ts';
import { readCard } from './form-fields.ts';
import { redirect, shown } from './page-answer.ts';
import type { PageAnswer } from './page-answer.ts';
import { cancelPage, changePage, homeOf, plansPage } from './portal-flows.ts';
import { portalHome, returnLink, subscriptionsOf } from './portal-home.ts';
import { wordsFor } from './texts.ts';
import type { Words } from './texts.ts';

const wordsOf = ({ locale }: PortalSession, accept: string | undefined): Words =>
  wordsFor(locale === null || locale === 'auto' ? accept : locale);

const find = (world: World, session: PortalSession, id: string | null | undefined) =>
  subscriptionsOf(world, session).find((one) => one.id === id);

/** @param rest what follows the id of the session: nothing, or `cancel` and a subscription … */
export function portalPage(
  world: World,
  session: PortalSession,
  accept: string | undefined,
  rest: readonly string[],
): PageAnswer {
  const words = wordsOf(session, accept);
  const [view, id, priceId] = rest.length > 0 ? rest : flowView(session);
  const subscription = find(world, session, id);
  const price = world.state.prices[priceId ?? ''];
  if (view === 'home' || view === undefined) return portalHome(world, session, words);
  if (subscription === undefined) return gone(session, words);
  if (view === 'cancel' && subscription.cancel_at === null) {
    return cancelPage(world, session, subscription, words);
  }
  if (view === 'plans') return plansPage(world, session, subscription, words);
  if (view === 'change' && price) return changePage(world, session, subscription, price, words);
  return gone(session, words);
}

/** The page that a flow begins with, as the path of a link to it. */
function flowView({ flow }: PortalSession): string[] {
  if (flow?.subscription_cancel) return ['cancel', flow.subscription_cancel.subscription];
  if (flow?.subscription_update) return ['plans', flow.subscription_update.subscription];
  if (flow?.subscription_update_confirm) {
    const { subscription, items } = flow.subscription_update_confirm;
    return ['change', subscription, items[0]?.price ?? ''];
  }
  return ['home'];
}

const gone = (session: PortalSession, words: Words): PageAnswer =>
  shown(notice(words, words.t.cannot, words.t.none, returnLink(session, words)), [], 409);

/** Does what a form of the portal asks for, and leads on. */
export function portalAction(
  world: World,
  session: PortalSession,
  accept: string | undefined,
  fields: URLSearchParams,
): PageAnswer {
  const words = wordsOf(session, accept);
  const configuration = configurationOf(world, session);
  const action = fields.get('action');
  if (action === 'card') {
    useCard(world, session, fields.get('card'));
    return redirect(homeOf(session));
  }
  const subscription = find(world, session, fields.get('subscription'));
  if (subscription === undefined) return gone(session, words);
  if (action === 'keep') {
    endAtPeriodEnd(world, subscription, false, 'portal');
    return redirect(homeOf(session));
  }
  if (action === 'cancel' && configuration.features.subscription_cancel.enabled) {
    cancel(world, configuration, subscription);
    return completed(session, words);
  }
  const price = world.state.prices[fields.get('price') ?? ''];
  if (action !== 'change' || !price || !configuration.features.subscription_update.enabled) {
    return gone(session, words);
  }
  if (changePrice(world, configuration, subscription, price)) return completed(session, words);
  return {
    ...changePage(world, session, subscription, price, words, words.t.declined),
    status: 402,
  };
}

/** Where the session leads after a change. */
function completed(session: PortalSession, words: Words): PageAnswer {
  const after = session.flow?.after_completion;
  if (after?.redirect) return redirect(after.redirect.return_url);
  if (after?.type === 'hosted_confirmation') {
    const note = after.hosted_confirmation?.custom_message ?? words.t.doneNote;
    return shown(notice(words, words.t.done, note, returnLink(session, words)));
  }
  return redirect(homeOf(session));
}

/** A new card takes the place of the one that subscriptions are paid by. */
function useCard(world: World, session: PortalSession, value: string | null): void {
  const behaviour = readCard(value);
  if (behaviour === undefined) return;
  const card: Card = {
    id: world.newId('pm'),
    customer: session.customer,
    behaviour,
    last4: lastDigits(behaviour),
  };
  world.state.cards[card.id] = card;
  const pays = (subscription: Subscription): void => {
    const { default_payment_method } = subscription;
    subscription.default_payment_method = card.id;
    world.emit('customer.subscription.updated', subscription, { default_payment_method });
  };
  subscriptionsOf(world, session).forEach(pays);
  for (const invoice of Object.values(world.state.invoices)) {
    if (invoice.customer === session.customer && invoice.status === 'open') {
      invoice.default_payment_method = card.id;
    }
  }
}
