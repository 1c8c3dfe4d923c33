import { readFileSync } from 'node:fs';
import { type Html, html } from './html.ts';
import type { SelectableCardBehavior, Price } from '../model/state.ts';
import { CARD_NUMBERS } from '../operations/charge-card.ts';

export const STYLESHEET = readFileSync(new URL('stripe.css', import.meta.url), 'utf8');

const SELLER = 'Tamis';

export interface Page {
  readonly status: number;
  readonly body: string;
  readonly location?: string;
  /** Origins to which a form may redirect, because `form-action` also applies to redirects. */
  readonly formTargets: readonly string[];
}

interface PageOptions {
  /** URL of the link in the header, which returns to the shop. */
  readonly back?: string | null | undefined;
  /** Another URL to which a form on the page may redirect. */
  readonly redirectUrl?: string | null | undefined;
  readonly status?: number;
  readonly failure?: string | undefined;
}

/** Pages are only in English, because no customer sees them. */
export function renderPage(
  title: string,
  content: Html | string,
  { back, redirectUrl, failure, status = failure === undefined ? 200 : 402 }: PageOptions = {},
): Page {
  const link = html`<a href="${back ?? ''}">Return to ${SELLER}</a>`;
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${SELLER}</title>
        <link rel="stylesheet" href="/stripe/stripe.css" />
      </head>
      <body>
        <header>${back ? link : SELLER} <strong>Test mode</strong></header>
        <main>
          <h1>${title}</h1>
          ${failure === undefined ? '' : html`<p role="alert">${failure}</p>`} ${content}
        </main>
        <footer>A fake of Stripe: no money moves.</footer>
      </body>
    </html>`;
  const origins = [back, redirectUrl].flatMap((url) => (url ? [new URL(url).origin] : []));
  return { status, body: body.text, formTargets: origins };
}

export const redirect = (location: string): Page => ({
  status: 303,
  body: '',
  location,
  formTargets: [],
});

export const contentSecurityPolicyFor = ({ formTargets }: Page): string =>
  // Firefox requests an icon even if the page has none, and reports blocked requests.
  `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; ` +
  `form-action ${["'self'", ...new Set(formTargets)].join(' ')}`;

const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Paris' });

export const formatMoney = (cents: number): string => euros.format(cents / 100);

/** Formats a time in seconds since 1970 as a date in Paris. */
export const formatDate = (time: number): string => days.format(time * 1000);

/** Returns a text such as `per month`, or an empty string for a one-time price. */
export const formatInterval = (price: Price | null | undefined): string =>
  price?.recurring ? `per ${price.recurring.interval}` : '';

const CARDS: Readonly<Record<SelectableCardBehavior, string>> = {
  ok: 'pays',
  declined: 'is declined',
  declined_later: 'pays today, is declined at the next renewal',
};
const PAGE_CARDS = ['ok', 'declined', 'declined_later'] as const;

export const parseCard = (fields: URLSearchParams): SelectableCardBehavior | undefined =>
  PAGE_CARDS.find((card) => card === fields.get('card'));

export const renderCardChoice = (...cards: readonly SelectableCardBehavior[]): Html =>
  html`<fieldset>
    <legend>Card</legend>
    ${cards.map(
      (card, i) =>
        html`<label>
          <input type="radio" name="card" value="${card}" required ${i === 0 ? 'checked' : ''} />
          <span>${CARD_NUMBERS[card]} ${CARDS[card]}</span>
        </label>`,
    )}
  </fieldset>`;

export const renderButtonForm = (
  path: string,
  button: string,
  fields: Readonly<Record<string, string>>,
  more: Html = html``,
): Html =>
  html`<form method="post" action="${path}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${more}
    <button>${button}</button>
  </form>`;

export const renderDefinitionList = (rows: Readonly<Record<string, string | undefined>>): Html =>
  html`<dl>
    ${Object.entries(rows).map(([name, value]) =>
      value === undefined
        ? html``
        : html`<dt>${name}</dt>
            <dd>${value}</dd>`,
    )}
  </dl>`;

export const renderTable = (
  columns: readonly string[],
  rows: readonly (readonly (string | Html)[])[],
): Html =>
  html`<table>
    <tr>
      ${columns.map((name) => html`<th scope="col">${name}</th>`)}
    </tr>
    ${rows.map(
      (cells) =>
        html`<tr>
          ${cells.map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
    )}
  </table>`;
