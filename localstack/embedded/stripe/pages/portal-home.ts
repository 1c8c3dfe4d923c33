import { html } from '../../inbox/html.ts';
import type { Html } from '../../inbox/html.ts';
import { configurationOf } from '../operations/portal.ts';
import { isLive, itemOf } from '../operations/subscriptions.ts';
import { cardOf } from '../model/find.ts';
import type { Invoice, PortalSession, Price, Subscription } from '../model/state.ts';
import type { World } from '../model/world.ts';
import { SELLER, alert, cardChoice, facts, framed } from './frame.ts';
import { shown } from './page-answer.ts';
import type { PageAnswer } from './page-answer.ts';
import type { Words } from './texts.ts';

export const priceName = (world: World, price: Price): string =>
  world.state.products[price.product]?.name ?? price.product;

export const priceText = (price: Price, { t, money }: Words): string =>
  `${money(price.unit_amount ?? 0)} ${price.recurring?.interval === 'year' ? t.perYear : t.perMonth}`;

/** The live subscriptions of the customer of a session. */
export const subscriptionsOf = (world: World, { customer }: PortalSession): Subscription[] =>
  Object.values(world.state.subscriptions).filter(
    (one) => one.customer === customer && isLive(one),
  );

/** Where a page of the portal leads back to. */
export const returnLink = ({ return_url }: PortalSession, { t }: Words) =>
  return_url ? { url: return_url, text: `${t.returnTo} ${SELLER}` } : undefined;

/** The first page of the portal. */
export function portalHome(world: World, session: PortalSession, words: Words): PageAnswer {
  const { t } = words;
  const subscriptions = subscriptionsOf(world, session);
  const content = html`<h1>${t.manage}</h1>
    <section class="card">
      <h2>${t.current}</h2>
      ${
        subscriptions.length === 0
          ? html`<p>${t.none}</p>`
          : subscriptions.map((one) => subscriptionPart(world, session, one, words))
      }
    </section>
    ${methodPart(world, session, words)} ${historyPart(world, session, words)}`;
  const back = returnLink(session, words);
  return shown(framed({ words, title: t.manage, back, kind: 'column', content }), [
    session.return_url,
  ]);
}

function subscriptionPart(
  world: World,
  session: PortalSession,
  subscription: Subscription,
  words: Words,
): Html {
  const { t, date } = words;
  const { features } = configurationOf(world, session);
  const item = itemOf(subscription);
  const { cancel_at, status, schedule, id } = subscription;
  const next = world.state.subscriptionSchedules[schedule ?? '']?.phases.at(-1)?.items[0]?.price;
  const nextPrice = world.state.prices[next ?? ''];
  const base = `/stripe/portal/${session.id}`;
  const update = html`<a class="button" href="${base}/plans/${id}">${t.update}</a>`;
  const cancel = html`<a class="button quiet" href="${base}/cancel/${id}">${t.cancel}</a>`;
  const keep = html`<form method="post" action="${base}">
    <input type="hidden" name="action" value="keep" />
    <input type="hidden" name="subscription" value="${id}" />
    <button class="quiet">${t.keep}</button>
  </form>`;
  return html`${status === 'past_due' ? alert(t.pastDue) : ''}
    <p class="plan"><strong>${priceName(world, item.price)}</strong></p>
    <p class="figure small">${priceText(item.price, words)}</p>
    ${facts([
      cancel_at === null ? [t.renews, date(item.current_period_end)] : [t.ends, date(cancel_at)],
      ...(nextPrice ? [[t.changesTo, priceName(world, nextPrice)] as const] : []),
    ])}
    <div class="actions">
      ${features.subscription_update.enabled && cancel_at === null ? update : ''}
      ${cancel_at !== null ? keep : features.subscription_cancel.enabled ? cancel : ''}
    </div>`;
}

function methodPart(world: World, session: PortalSession, words: Words): Html {
  const { t } = words;
  const card = cardOf(world.state, session.customer, null);
  const { features } = configurationOf(world, session);
  if (card === undefined) return html``;
  const change = html`<form method="post" action="/stripe/portal/${session.id}">
    <input type="hidden" name="action" value="card" />
    ${cardChoice(words, ['ok', 'declined_later'])}
    <button class="quiet">${t.save}</button>
  </form>`;
  return html`<section class="card">
    <h2>${t.method}</h2>
    <p>Visa <span class="number">•••• ${card.last4}</span></p>
    ${features.payment_method_update.enabled ? change : ''}
  </section>`;
}

function historyPart(world: World, session: PortalSession, words: Words): Html {
  const { t, date, money } = words;
  const { features } = configurationOf(world, session);
  if (!features.invoice_history.enabled) return html``;
  const invoices = Object.values(world.state.invoices)
    .filter(({ customer }) => customer === session.customer)
    .toReversed();
  const row = (invoice: Invoice): Html =>
    html`<tr>
      <td>${date(invoice.created)}</td>
      <td>${money(invoice.total)}</td>
      <td>${invoiceStatus(invoice, words)}</td>
      <td><a href="/stripe/invoices/${invoice.id}">${t.invoice} ${invoice.number ?? ''}</a></td>
    </tr>`;
  const table = html`<table>
    <thead>
      <tr>
        <th scope="col">${t.date}</th>
        <th scope="col">${t.amount}</th>
        <th scope="col">${t.status}</th>
        <th scope="col">${t.invoice}</th>
      </tr>
    </thead>
    <tbody>
      ${invoices.map(row)}
    </tbody>
  </table>`;
  return html`<section class="card">
    <h2>${t.history}</h2>
    ${invoices.length === 0 ? html`<p>${t.noInvoices}</p>` : table}
  </section>`;
}

export const invoiceStatus = ({ status }: Invoice, { t }: Words): string =>
  status === 'paid' ? t.statusPaid : status === 'void' ? t.statusVoid : t.statusOpen;
