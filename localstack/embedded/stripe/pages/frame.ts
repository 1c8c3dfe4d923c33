import { readFileSync } from 'node:fs';
import { type Html, html } from '../../inbox/html.ts';
import type { PageCard } from '../model/state.ts';
import { CARD_NUMBERS } from '../operations/charge-card.ts';
import type { Words } from './texts.ts';

export const STYLE = readFileSync(new URL('stripe.css', import.meta.url), 'utf8');

/** The name of the shop, as an account of Stripe has one. */
export const SELLER = 'Tamis';

/** What the request for a page is responded to with. */
export interface Page {
  readonly status: number;
  readonly body: string;
  readonly location?: string;
  /** Origins that a form of the page may lead to, which browsers check after a redirect too. */
  readonly leadsTo: readonly string[];
}

interface Frame {
  readonly words: Words;
  readonly title: string;
  readonly content: Html;
  /** The page of the shop that the link above leads back to. */
  readonly back?: string | null | undefined;
  /** Where a form of the page may lead beside there. */
  readonly leadsTo?: string | null | undefined;
  readonly status?: number;
}

/** A page in the frame that all have. */
export function page({ words, title, content, back, leadsTo, status = 200 }: Frame): Page {
  const { t, language } = words;
  const link = html`<a href="${back ?? ''}">${t('returnTo')} ${SELLER}</a>`;
  const body = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${SELLER}</title>
        <link rel="stylesheet" href="/stripe/stripe.css" />
      </head>
      <body>
        <header>${back ? link : SELLER} <strong>${t('test')}</strong></header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        <footer>${t('testNote')}</footer>
      </body>
    </html>`;
  const origins = [back, leadsTo].flatMap((url) => (url ? [new URL(url).origin] : []));
  return { status, body: body.text, leadsTo: origins };
}

export const redirect = (location: string): Page => ({
  status: 303,
  body: '',
  location,
  leadsTo: [],
});

/** What a browser may load for a page, and where its forms may lead. */
export const securityPolicy = ({ leadsTo }: Page): string =>
  // Firefox asks for the icon of a page that names none, and says what it may not load.
  `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; ` +
  `form-action ${["'self'", ...new Set(leadsTo)].join(' ')}`;

const CARDS: readonly PageCard[] = ['ok', 'declined', 'declined_later'];

/** The card that a form names. */
export const readCard = (fields: URLSearchParams): PageCard | undefined =>
  CARDS.find((card) => card === fields.get('card'));

/** The test cards as radio buttons. */
export function cardChoice({ t }: Words, behaviours: readonly PageCard[]): Html {
  const meaning = {
    ok: t('cardOk'),
    declined: t('cardDeclined'),
    declined_later: t('cardLater'),
  };
  const rows = behaviours.map(
    (behaviour, i) =>
      html`<label>
        <input type="radio" name="card" value="${behaviour}" required ${i === 0 ? 'checked' : ''} />
        <span>${CARD_NUMBERS[behaviour]} ${meaning[behaviour]}</span>
      </label>`,
  );
  return html`<fieldset>
    <legend>${t('card')}</legend>
    ${rows}
  </fieldset>`;
}

/** A form of one button, which sends these fields. */
export const buttonForm = (
  action: string,
  fields: Readonly<Record<string, string>>,
  button: string,
  more: Html = html``,
): Html =>
  html`<form method="post" action="${action}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${more}
    <button>${button}</button>
  </form>`;

export const alert = (text: string | undefined): Html =>
  text === undefined ? html`` : html`<p role="alert">${text}</p>`;

/** `name: value` in two columns. */
export const facts = (...rows: readonly (readonly [string, string | Html])[]): Html =>
  html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
