import { type Html, html } from './html.ts';
import type { Account } from '../model/account.ts';
import type { PortalSession, Price, Subscription } from '../model/state.ts';
import { findCardToCharge } from '../operations/charge-card.ts';
import {
  configurationOf,
  appliesAtPeriodEnd,
  subscriptionsOf,
  setDefaultCard,
} from '../operations/portal.ts';
import {
  changePrice,
  setCancelAtPeriodEnd,
  itemOf,
  findNextPhase,
  schedulePriceChange,
  cancelScheduledChange,
} from '../operations/subscriptions.ts';
import { computeGrossAmount } from '../operations/tax.ts';
import {
  type Page,
  renderButtonForm,
  renderCardChoice,
  formatDate,
  renderDefinitionList,
  formatMoney,
  renderPage,
  formatInterval,
  parseCard,
  redirect,
  renderTable,
} from './layout.ts';

interface PortalContext {
  readonly account: Account;
  readonly session: PortalSession;
}

const portalPath = ({ session }: PortalContext): string => `/stripe/portal/${session.id}`;

const findSubscription = (
  { account, session }: PortalContext,
  id: string | null | undefined,
): Subscription | undefined => subscriptionsOf(account, session).find((one) => one.id === id);

const nameOf = ({ account }: PortalContext, { product }: Price): string =>
  account.state.products[product]?.name ?? product;

const priceText = (context: PortalContext, price: Price): string =>
  `${nameOf(context, price)}, ${formatMoney(price.unit_amount ?? 0)} ${formatInterval(price)}`;

const portalLayout = (
  { session }: PortalContext,
  title: string,
  content: Html,
  failure?: string,
): Page =>
  renderPage(title, content, {
    back: session.return_url,
    redirectUrl: session.flow?.after_completion.redirect?.return_url,
    failure,
  });

const unavailablePage = ({ session }: PortalContext): Page =>
  renderPage('This is no longer possible.', '', { back: session.return_url, status: 409 });

const actionForm = (
  context: PortalContext,
  button: string,
  fields: Record<string, string>,
  more?: Html,
): Html => renderButtonForm(portalPath(context), button, fields, more);

/** @param view `home` for the start page; otherwise the page of the session's flow, if any */
export function portalPage(context: PortalContext, view?: string): Page {
  const { subscription_cancel: cancellation, subscription_update_confirm: change } =
    context.session.flow ?? {};
  const requested = cancellation ?? change;
  if (!requested || view === 'home') return homePage(context);
  const subscription = findSubscription(context, requested.subscription);
  const price = context.account.state.prices[change?.items[0]?.price ?? ''];
  if (cancellation && subscription?.cancel_at === null) return cancelPage(context, subscription);
  return subscription && price
    ? changePage(context, subscription, price)
    : unavailablePage(context);
}

export function performPortalAction(context: PortalContext, fields: URLSearchParams): Page {
  const { account, session } = context;
  const configuration = configurationOf(account, session);
  const home = redirect(`${portalPath(context)}/home`);
  const { redirect: redirectAfter } = session.flow?.after_completion ?? {};
  const completed = redirectAfter ? redirect(redirectAfter.return_url) : home;
  const action = fields.get('action');
  const card = parseCard(fields);
  if (action === 'card' && card) {
    setDefaultCard(account, session, card);
    return session.flow?.type === 'payment_method_update' ? completed : home;
  }
  const subscription = findSubscription(context, fields.get('subscription'));
  if (subscription === undefined) return unavailablePage(context);
  if (action === 'keep') {
    setCancelAtPeriodEnd(account, subscription, false, 'portal');
    return home;
  }
  if (action === 'unschedule') {
    cancelScheduledChange(account, subscription);
    return home;
  }
  if (action === 'cancel') {
    setCancelAtPeriodEnd(account, subscription, true, 'portal');
    return completed;
  }
  const price = account.state.prices[fields.get('price') ?? ''];
  if (action !== 'change' || !price) return unavailablePage(context);
  if (appliesAtPeriodEnd(configuration, subscription, price))
    schedulePriceChange(account, subscription, price);
  else if (!changePrice(account, subscription, price))
    return changePage(context, subscription, price, 'Your card was declined.');
  return completed;
}

function homePage(context: PortalContext): Page {
  const { account, session } = context;
  const card = findCardToCharge(account, session.customer, null);
  const invoices = Object.values(account.state.invoices)
    .filter(({ customer }) => customer === session.customer)
    .toReversed()
    .map(({ id, created, total, status, number }) => [
      formatDate(created),
      formatMoney(total),
      status ?? '',
      html`<a href="/stripe/invoices/${id}">${number ?? 'Invoice'}</a>`,
    ]);
  const content = html`<h2>Subscription</h2>
    ${subscriptionsOf(account, session).map((one) => subscriptionSection(context, one))}
    ${
      card
        ? html`<h2>Payment method</h2>
            <p>Visa •••• ${card.last4}</p>
            ${actionForm(context, 'Use this card', { action: 'card' }, renderCardChoice('ok', 'declined_later'))}`
        : ''
    }
    ${renderTable(['Date', 'Amount', 'Status', 'Invoice'], invoices)}`;
  return portalLayout(context, 'Manage your billing', content);
}

function subscriptionSection(context: PortalContext, subscription: Subscription): Html {
  const { account, session } = context;
  const { state } = account;
  const { features } = configurationOf(account, session);
  const { price, current_period_end } = itemOf(subscription);
  const { cancel_at, status, id } = subscription;
  const nextPrice = state.prices[findNextPhase(state, subscription)?.items[0]?.price ?? ''];
  const others = (features.subscription_update.products ?? [])
    .flatMap(({ prices }) => prices)
    .flatMap((other) => (other === price.id ? [] : (state.prices[other] ?? [])));
  const actionButton = (button: string, action: string, more = {}): Html =>
    actionForm(context, button, { action, subscription: id, ...more });
  const choices = [
    ...others.map((other) =>
      actionButton(`Change to ${priceText(context, other)}`, 'change', { price: other.id }),
    ),
    actionButton('Cancel subscription', 'cancel'),
  ];
  const undo =
    cancel_at !== null
      ? actionButton('Do not cancel', 'keep')
      : nextPrice && actionButton('Cancel scheduled update', 'unschedule');
  return html`${status === 'past_due' ? html`<p role="alert">The last payment failed.</p>` : ''}
    <p>${priceText(context, price)}</p>
    ${renderDefinitionList({
      'Renews on': cancel_at === null ? formatDate(current_period_end) : undefined,
      'Ends on': cancel_at === null ? undefined : formatDate(cancel_at),
      'Changes on the same day to': nextPrice && nameOf(context, nextPrice),
    })}
    ${undo ?? choices}`;
}

function cancelPage(context: PortalContext, subscription: Subscription): Page {
  const { price, current_period_end } = itemOf(subscription);
  const content = html`<p>${priceText(context, price)}</p>
    <p>You keep it until ${formatDate(current_period_end)}.</p>
    ${actionForm(context, 'Cancel subscription', { action: 'cancel', subscription: subscription.id })}`;
  return portalLayout(context, 'Cancel your subscription', content);
}

function changePage(
  context: PortalContext,
  subscription: Subscription,
  price: Price,
  failure?: string,
): Page {
  const { account, session } = context;
  const item = itemOf(subscription);
  const amount = price.unit_amount ?? 0;
  const due = formatMoney(computeGrossAmount(account, subscription, amount));
  const startsLater = appliesAtPeriodEnd(configurationOf(account, session), subscription, price);
  const fields = { action: 'change', subscription: subscription.id, price: price.id };
  const content = html`${renderDefinitionList({
    Now: priceText(context, item.price),
    New: priceText(context, price),
    'Due today': startsLater ? undefined : due,
    'Begins on': startsLater ? formatDate(item.current_period_end) : undefined,
  })}
  ${actionForm(context, 'Confirm', fields)}`;
  return portalLayout(context, 'Confirm your new plan', content, failure);
}
