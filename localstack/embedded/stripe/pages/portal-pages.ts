import { type Html, html } from '../../inbox/html.ts';
import type { Account } from '../model/account.ts';
import { known } from '../model/objects.ts';
import type { PortalSession, Price, Subscription } from '../model/state.ts';
import { cardOf } from '../operations/charge-card.ts';
import { taxOn } from '../operations/tax.ts';
import { configurationOf, isScheduled, subscriptionsOf } from '../operations/portal.ts';
import { itemOf, nextPhase } from '../operations/subscriptions.ts';
import { invoiceStatus, table } from './documents.ts';
import { type Page, alert, buttonForm, cardChoice, facts, page } from './frame.ts';
import type { Words } from './texts.ts';

/** The customer's view of the portal. */
export interface Visit {
  readonly account: Account;
  readonly session: PortalSession;
  readonly words: Words;
}

export const pathOf = ({ session }: Visit): string => `/stripe/portal/${session.id}`;

const nameOf = ({ account }: Visit, price: Price): string =>
  account.state.products[price.product]?.name ?? price.product;

const textOf = (visit: Visit, price: Price): string => {
  const { t, money } = visit.words;
  return `${nameOf(visit, price)}, ${money(price.unit_amount ?? 0)} ${t(price.recurring?.interval === 'year' ? 'year' : 'month')}`;
};

const portalPage = ({ session, words }: Visit, title: string, content: Html): Page =>
  page({
    words,
    title,
    content,
    back: session.return_url,
    leadsTo: session.flow?.after_completion.redirect?.return_url,
  });

/** Back to the shop where the session is about one thing, else to the first page. */
const goBack = (visit: Visit): Html => {
  const { flow, return_url } = visit.session;
  const url = flow && return_url ? return_url : `${pathOf(visit)}/home`;
  return html`<p><a href="${url}">${visit.words.t('goBack')}</a></p>`;
};

export const gonePage = (visit: Visit): Page => {
  const { t } = visit.words;
  return { ...portalPage(visit, t('cannot'), html`<p>${t('none')}</p>`), status: 409 };
};

/** The first page of the portal. */
export function homePage(visit: Visit): Page {
  const { account, session, words } = visit;
  const { t } = words;
  const { features } = configurationOf(account, session);
  const subscriptions = subscriptionsOf(account, session);
  const card = cardOf(account, session.customer, null);
  const cards = cardChoice(words, ['ok', 'declined_later']);
  const content = html`<h2>${t('current')}</h2>
    ${subscriptions.length === 0 ? html`<p>${t('none')}</p>` : ''}
    ${subscriptions.map((one) => subscriptionPart(visit, one))}
    ${
      card
        ? html`<h2>${t('method')}</h2>
            <p>Visa •••• ${card.last4}</p>`
        : ''
    }
    ${
      card && features.payment_method_update.enabled
        ? buttonForm(pathOf(visit), { action: 'card' }, t('save'), cards)
        : ''
    }
    ${features.invoice_history.enabled ? historyPart(visit) : ''}`;
  return portalPage(visit, t('manage'), content);
}

function subscriptionPart(visit: Visit, subscription: Subscription): Html {
  const { account, session, words } = visit;
  const { t, date } = words;
  const { state } = account;
  const { features } = configurationOf(account, session);
  const item = itemOf(subscription);
  const { cancel_at, status, id } = subscription;
  const nextPrice = state.prices[nextPhase(state, subscription)?.items[0]?.price ?? ''];
  const path = pathOf(visit);
  const undo = (action: 'keep' | 'unschedule'): Html =>
    buttonForm(path, { action, subscription: id }, t(action));
  const links = html`${features.subscription_update.enabled ? html`<a href="${path}/plans/${id}">${t('update')}</a>` : ''}
  ${features.subscription_cancel.enabled ? html`<a href="${path}/cancel/${id}">${t('cancel')}</a>` : ''}`;
  return html`${status === 'past_due' ? alert(t('pastDue')) : ''}
    <p>${textOf(visit, item.price)}</p>
    ${facts(
      cancel_at === null
        ? [t('renews'), date(item.current_period_end)]
        : [t('ends'), date(cancel_at)],
      ...(nextPrice ? [[t('changesTo'), nameOf(visit, nextPrice)] as const] : []),
    )}
    ${cancel_at !== null ? undo('keep') : nextPrice ? undo('unschedule') : html`<p>${links}</p>`}`;
}

function historyPart({ account, session, words }: Visit): Html {
  const { t, date, money } = words;
  const rows = Object.values(account.state.invoices)
    .filter(({ customer }) => customer === session.customer)
    .toReversed()
    .map((invoice) => [
      date(invoice.created),
      money(invoice.total),
      invoiceStatus(invoice, words),
      html`<a href="/stripe/invoices/${invoice.id}">${t('invoice')} ${invoice.number ?? ''}</a>`,
    ]);
  const columns = [t('date'), t('amount'), t('status'), t('invoice')];
  return html`<h2>${t('history')}</h2>
    ${rows.length === 0 ? html`<p>${t('noInvoices')}</p>` : table(columns, rows)}`;
}

export function cancelPage(visit: Visit, subscription: Subscription): Page {
  const { t, date } = visit.words;
  const { price, current_period_end } = itemOf(subscription);
  const fields = { action: 'cancel', subscription: subscription.id };
  const content = html`<p>${textOf(visit, price)}</p>
    <p>${t('cancelNote')} ${date(current_period_end)}.</p>
    ${buttonForm(pathOf(visit), fields, t('cancel'))} ${goBack(visit)}`;
  return portalPage(visit, t('cancelTitle'), content);
}

export function plansPage(visit: Visit, subscription: Subscription): Page {
  const { account, session, words } = visit;
  const { products } = configurationOf(account, session).features.subscription_update;
  const present = itemOf(subscription).price.id;
  const rows = (products ?? [])
    .flatMap(({ prices }) => prices)
    .flatMap((id) => account.state.prices[id] ?? [])
    .filter(({ id }) => id !== present)
    .map((price) => {
      const path = `${pathOf(visit)}/change/${subscription.id}/${price.id}`;
      return html`<li>${textOf(visit, price)} <a href="${path}">${words.t('choose')}</a></li>`;
    });
  return portalPage(
    visit,
    words.t('plans'),
    html`<ul>
        ${rows}
      </ul>
      ${goBack(visit)}`,
  );
}

export function changePage(
  visit: Visit,
  subscription: Subscription,
  price: Price,
  failure?: string,
): Page {
  const { account, session, words } = visit;
  const { t, money, date } = words;
  const item = itemOf(subscription);
  const amount = price.unit_amount ?? 0;
  const customer = known(account.state.customers[session.customer], 'a customer');
  const due = money(amount + taxOn(account, customer, amount, subscription.automatic_tax));
  const later = isScheduled(configurationOf(account, session), subscription, price);
  const fields = { action: 'change', subscription: subscription.id, price: price.id };
  const content = html`${alert(failure)}
    ${facts([t('from'), textOf(visit, item.price)], [t('to'), textOf(visit, price)])}
    <p>
      ${later ? `${t('billedLater')} ${date(item.current_period_end)}.` : `${t('billedNow')} ${due}`}
    </p>
    ${buttonForm(pathOf(visit), fields, t('confirm'))} ${goBack(visit)}`;
  return {
    ...portalPage(visit, t('updateTitle'), content),
    ...(failure !== undefined && { status: 402 }),
  };
}
