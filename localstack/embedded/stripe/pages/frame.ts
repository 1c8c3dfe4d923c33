import { html } from '../../inbox/html.ts';
import type { Html } from '../../inbox/html.ts';
import { CARD_NUMBERS } from '../objects/card.ts';
import type { PageCard } from '../model/state.ts';
import type { Words } from './texts.ts';

/** The name of the shop, as an account of Stripe has one. */
export const SELLER = 'Tamis';

interface Frame {
  readonly words: Words;
  readonly title: string;
  /** Where the link above leads, and what it says. */
  readonly back?: { readonly url: string; readonly text: string } | undefined;
  readonly content: Html;
  readonly kind: 'split' | 'column';
}

/** A page in the frame that all have. */
export function framed({ words, title, back, content, kind }: Frame): string {
  const { t, language } = words;
  const link = back
    ? html`<a class="back" href="${back.url}">${back.text}</a>`
    : html`<span class="back">${SELLER}</span>`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${SELLER}</title>
        <link rel="stylesheet" href="/stripe/stripe.css" />
      </head>
      <body class="${kind}">
        <header>${link}<strong class="test">${t.test}</strong></header>
        <main>${content}</main>
        <footer>${t.testNote}</footer>
      </body>
    </html>`.text;
}

/** A page that says one thing. */
export const notice = (
  words: Words,
  title: string,
  note: string,
  back?: { readonly url: string; readonly text: string },
): string =>
  framed({
    words,
    title,
    back,
    kind: 'column',
    content: html`<section class="card">
      <h1>${title}</h1>
      <p>${note}</p>
    </section>`,
  });

/** The test cards as radio buttons. */
export function cardChoice(words: Words, behaviours: readonly PageCard[]): Html {
  const { t } = words;
  const meaning = { ok: t.cardOk, declined: t.cardDeclined, declined_later: t.cardLater };
  const rows = behaviours.map((behaviour, i) => {
    const input =
      i === 0
        ? html`<input type="radio" name="card" value="${behaviour}" required checked />`
        : html`<input type="radio" name="card" value="${behaviour}" required />`;
    return html`<label>
      ${input}
      <span><span class="number">${CARD_NUMBERS[behaviour]}</span> ${meaning[behaviour]}</span>
    </label>`;
  });
  return html`<fieldset>
    <legend>${t.card}</legend>
    ${rows}
  </fieldset>`;
}

export const alert = (text: string): Html => html`<p class="alert" role="alert">${text}</p>`;

/** `name: value` in two columns. */
export const facts = (rows: readonly (readonly [string, string | Html])[]): Html =>
  html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
