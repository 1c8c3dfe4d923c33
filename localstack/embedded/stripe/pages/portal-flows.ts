import { html } from '../../inbox/html.ts';
import type { Html } from '../../inbox/html.ts';
import { configurationOf, isScheduled } from '../operations/portal.ts';
import { itemOf } from '../operations/subscriptions.ts';
import { taxOn } from '../operations/tax.ts';
import type { PortalSession, Price, Subscription } from '../model/state.ts';
import type { World } from '../model/world.ts';
import { alert, facts, framed } from './frame.ts';
import { shown } from './page-answer.ts';
import type { PageAnswer } from './page-answer.ts';
import { priceName, priceText, returnLink } from './portal-home.ts';
import type { Words } from './texts.ts';

/** Where the changes of a session lead when they are done. */
const leadsTo = ({ flow, return_url }: PortalSession): (string | null | undefined)[] => [
  return_url,
  flow?.after_completion.redirect?.return_url,
];

/** Back to the shop where the session is about one thing, else to the first page. */
const goBack = (session: PortalSession, { t }: Words): Html => {
  const url = session.flow && session.return_url ? session.return_url : homeOf(session);
  return html`<a class="button quiet" href="${url}">${t.goBack}</a>`;
};

export const homeOf = ({ id }: PortalSession): string => `/stripe/portal/${id}/home`;

const confirmation = (
  session: PortalSession,
  fields: Readonly<Record<string, string>>,
  button: Html,
): Html =>
  html`<form method="post" action="/stripe/portal/${session.id}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${button}
  </form>`;

function page(session: PortalSession, words: Words, title: string, content: Html): PageAnswer {
  const back = returnLink(session, words);
  return shown(
    framed({
      words,
      title,
      back,
      kind: 'column',
      content: html`<section class="card">
        <h1>${title}</h1>
        ${content}
      </section>`,
    }),
    leadsTo(session),
  );
}

export function cancelPage(
  world: World,
  session: PortalSession,
  subscription: Subscription,
  words: Words,
): PageAnswer {
  const { t, date } = words;
  const item = itemOf(subscription);
  const { mode } = configurationOf(world, session).features.subscription_cancel;
  const note =
    mode === 'immediately' ? t.cancelNow : `${t.cancelNote} ${date(item.current_period_end)}.`;
  return page(
    session,
    words,
    t.cancelTitle,
    html`<p class="plan"><strong>${priceName(world, item.price)}</strong></p>
      <p>${priceText(item.price, words)}</p>
      <p>${note}</p>
      <div class="actions">
        ${confirmation(
          session,
          { action: 'cancel', subscription: subscription.id },
          html`<button class="danger">${t.cancel}</button>`,
        )}
        ${goBack(session, words)}
      </div>`,
  );
}

export function plansPage(
  world: World,
  session: PortalSession,
  subscription: Subscription,
  words: Words,
): PageAnswer {
  const { t } = words;
  const { products } = configurationOf(world, session).features.subscription_update;
  const present = itemOf(subscription).price.id;
  const prices = (products ?? [])
    .flatMap(({ prices: ids }) => ids)
    .flatMap((id) => world.state.prices[id] ?? [])
    .filter(({ id, active }) => active && id !== present);
  const row = (price: Price): Html =>
    html`<li>
      <span>
        <strong>${priceName(world, price)}</strong><br />
        ${priceText(price, words)}
      </span>
      <a
        class="button quiet"
        href="/stripe/portal/${session.id}/change/${subscription.id}/${price.id}"
        >${t.choose}</a
      >
    </li>`;
  return page(
    session,
    words,
    t.plans,
    html`<ul class="plans">
        ${prices.map(row)}
      </ul>
      <div class="actions">${goBack(session, words)}</div>`,
  );
}

export function changePage(
  world: World,
  session: PortalSession,
  subscription: Subscription,
  price: Price,
  words: Words,
  failure?: string,
): PageAnswer {
  const { t, money, date } = words;
  const configuration = configurationOf(world, session);
  const item = itemOf(subscription);
  const amount = price.unit_amount ?? 0;
  const due = money(amount + taxOn(amount, subscription.automatic_tax.enabled));
  const later =
    isScheduled(configuration, subscription, price) ||
    configuration.features.subscription_update.billing_cycle_anchor !== 'now';
  return page(
    session,
    words,
    t.updateTitle,
    html`${failure === undefined ? '' : alert(failure)}
      ${facts([
        [t.from, html`${priceName(world, item.price)}<br />${priceText(item.price, words)}`],
        [t.to, html`<strong>${priceName(world, price)}</strong><br />${priceText(price, words)}`],
      ])}
      <p>
        ${later ? `${t.billedLater} ${date(item.current_period_end)}.` : html`${t.billedNow} <strong>${due}</strong>`}
      </p>
      <div class="actions">
        ${confirmation(
          session,
          { action: 'change', subscription: subscription.id, price: price.id },
          html`<button>${t.confirm}</button>`,
        )}
        ${goBack(session, words)}
      </div>`,
  );
}
