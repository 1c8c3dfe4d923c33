import { type Html, html } from './html.ts';
import type { Account } from '../model/account.ts';
import type { PortalSession, Price, Subscription } from '../model/state.ts';
import { cardOf } from '../operations/charge-card.ts';
import { configurationOf, isScheduled, subscriptionsOf, useCard } from '../operations/portal.ts';
import {
  changePrice,
  endAtPeriodEnd,
  itemOf,
  nextPhase,
  schedulePrice,
  unschedule,
} from '../operations/subscriptions.ts';
import { grossOf } from '../operations/tax.ts';
import {
  type Page,
  buttonForm,
  cardChoice,
  date,
  facts,
  money,
  page,
  per,
  readCard,
  redirect,
  table,
} from './frame.ts';

interface Visit {
  readonly account: Account;
  readonly session: PortalSession;
}

const pathOf = ({ session }: Visit): string => `/stripe/portal/${session.id}`;

const findSubscription = (
  { account, session }: Visit,
  id: string | null | undefined,
): Subscription | undefined => subscriptionsOf(account, session).find((one) => one.id === id);

const nameOf = ({ account }: Visit, { product }: Price): string =>
  account.state.products[product]?.name ?? product;

const textOf = (visit: Visit, price: Price): string =>
  `${nameOf(visit, price)}, ${money(price.unit_amount ?? 0)} ${per(price)}`;

const frame = ({ session }: Visit, title: string, content: Html, failure?: string): Page =>
  page(title, content, {
    back: session.return_url,
    leadsTo: session.flow?.after_completion.redirect?.return_url,
    failure,
  });

const gone = ({ session }: Visit): Page =>
  page('This cannot be done any more.', '', { back: session.return_url, status: 409 });

const form = (visit: Visit, button: string, fields: Record<string, string>, more?: Html): Html =>
  buttonForm(pathOf(visit), button, fields, more);

/** @param view `home` for the start page; otherwise the page of the session's flow, if any */
export function portalPage(visit: Visit, view?: string): Page {
  const { subscription_cancel: ending, subscription_update_confirm: change } =
    visit.session.flow ?? {};
  const asked = ending ?? change;
  if (!asked || view === 'home') return homePage(visit);
  const subscription = findSubscription(visit, asked.subscription);
  const price = visit.account.state.prices[change?.items[0]?.price ?? ''];
  if (ending && subscription?.cancel_at === null) return cancelPage(visit, subscription);
  return subscription && price ? changePage(visit, subscription, price) : gone(visit);
}

/** Performs the action of a portal form, and redirects. */
export function portalAction(visit: Visit, fields: URLSearchParams): Page {
  const { account, session } = visit;
  const configuration = configurationOf(account, session);
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
  if (subscription === undefined) return gone(visit);
  if (action === 'keep') {
    endAtPeriodEnd(account, subscription, false, 'portal');
    return home;
  }
  if (action === 'unschedule') {
    unschedule(account, subscription);
    return home;
  }
  if (action === 'cancel') {
    endAtPeriodEnd(account, subscription, true, 'portal');
    return completed;
  }
  const price = account.state.prices[fields.get('price') ?? ''];
  if (action !== 'change' || !price) return gone(visit);
  if (isScheduled(configuration, subscription, price)) schedulePrice(account, subscription, price);
  else if (!changePrice(account, subscription, price))
    return changePage(visit, subscription, price, 'Your card was declined.');
  return completed;
}

function homePage(visit: Visit): Page {
  const { account, session } = visit;
  const card = cardOf(account, session.customer, null);
  const invoices = Object.values(account.state.invoices)
    .filter(({ customer }) => customer === session.customer)
    .toReversed()
    .map(({ id, created, total, status, number }) => [
      date(created),
      money(total),
      status ?? '',
      html`<a href="/stripe/invoices/${id}">${number ?? 'Invoice'}</a>`,
    ]);
  const content = html`<h2>Subscription</h2>
    ${subscriptionsOf(account, session).map((one) => subscriptionPart(visit, one))}
    ${
      card
        ? html`<h2>Payment method</h2>
            <p>Visa •••• ${card.last4}</p>
            ${form(visit, 'Use this card', { action: 'card' }, cardChoice('ok', 'declined_later'))}`
        : ''
    }
    ${table(['Date', 'Amount', 'Status', 'Invoice'], invoices)}`;
  return frame(visit, 'Manage your billing', content);
}

function subscriptionPart(visit: Visit, subscription: Subscription): Html {
  const { account, session } = visit;
  const { state } = account;
  const { features } = configurationOf(account, session);
  const { price, current_period_end } = itemOf(subscription);
  const { cancel_at, status, id } = subscription;
  const nextPrice = state.prices[nextPhase(state, subscription)?.items[0]?.price ?? ''];
  const others = (features.subscription_update.products ?? [])
    .flatMap(({ prices }) => prices)
    .flatMap((other) => (other === price.id ? [] : (state.prices[other] ?? [])));
  const act = (button: string, action: string, more = {}): Html =>
    form(visit, button, { action, subscription: id, ...more });
  const choices = [
    ...others.map((other) =>
      act(`Change to ${textOf(visit, other)}`, 'change', { price: other.id }),
    ),
    act('Cancel subscription', 'cancel'),
  ];
  const undo =
    cancel_at !== null
      ? act('Do not cancel', 'keep')
      : nextPrice && act('Cancel scheduled update', 'unschedule');
  return html`${status === 'past_due' ? html`<p role="alert">The last payment failed.</p>` : ''}
    <p>${textOf(visit, price)}</p>
    ${facts({
      'Renews on': cancel_at === null ? date(current_period_end) : undefined,
      'Ends on': cancel_at === null ? undefined : date(cancel_at),
      'Changes on the same day to': nextPrice && nameOf(visit, nextPrice),
    })}
    ${undo ?? choices}`;
}

function cancelPage(visit: Visit, subscription: Subscription): Page {
  const { price, current_period_end } = itemOf(subscription);
  const content = html`<p>${textOf(visit, price)}</p>
    <p>You keep it until ${date(current_period_end)}.</p>
    ${form(visit, 'Cancel subscription', { action: 'cancel', subscription: subscription.id })}`;
  return frame(visit, 'Cancel your subscription', content);
}

function changePage(
  visit: Visit,
  subscription: Subscription,
  price: Price,
  failure?: string,
): Page {
  const { account, session } = visit;
  const item = itemOf(subscription);
  const amount = price.unit_amount ?? 0;
  const due = money(grossOf(account, subscription, amount));
  const later = isScheduled(configurationOf(account, session), subscription, price);
  const fields = { action: 'change', subscription: subscription.id, price: price.id };
  const content = html`${facts({
    Now: textOf(visit, item.price),
    New: textOf(visit, price),
    'Due today': later ? undefined : due,
    'Begins on': later ? date(item.current_period_end) : undefined,
  })}
  ${form(visit, 'Confirm', fields)}`;
  return frame(visit, 'Confirm your new plan', content, failure);
}
