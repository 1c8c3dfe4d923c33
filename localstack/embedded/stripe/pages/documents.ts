import { type Html, html } from '../../inbox/html.ts';
import type { Account } from '../model/account.ts';
import { known } from '../model/objects.ts';
import type { Charge, CreditNote, Invoice } from '../model/state.ts';
import { addCard } from '../operations/charge-card.ts';
import { retryInvoice } from '../operations/subscriptions.ts';
import { type Page, SELLER, buttonForm, cardChoice, facts, page, readCard } from './frame.ts';
import type { Words } from './texts.ts';

/** Receipts and invoices. */

export const invoiceStatus = ({ status }: Invoice, { t }: Words): string =>
  status === 'paid' ? t('statusPaid') : status === 'void' ? t('statusVoid') : t('statusOpen');

/** A table with names above its columns. */
export const table = (
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

export function receiptPage(charge: Charge, words: Words): Page {
  const { t, money, date } = words;
  const { last4 } = known(charge.payment_method_details?.card ?? undefined, 'a card');
  const refunded = charge.amount_refunded;
  const content = html`<p>${charge.description ?? ''}</p>
    ${facts(
      [t('number'), charge.id.slice(-8).toUpperCase()],
      [t('paidOn'), date(charge.created)],
      [t('paidWith'), `Visa •••• ${last4 ?? ''}`],
      [t('billedTo'), charge.billing_details.email ?? ''],
      [t('total'), money(charge.amount)],
      ...(refunded > 0 ? [[t('refunded'), money(refunded)] as const] : []),
    )}`;
  return page({ words, title: `${t('receiptFrom')} ${SELLER}`, content });
}

export function invoicePage(invoice: Invoice, words: Words): Page {
  const { t, money, date } = words;
  const { id, subtotal, total, customer_name, customer_email, customer_address: at } = invoice;
  const buyer = [
    customer_name,
    at?.line1,
    at?.postal_code,
    at?.city,
    at?.country,
    customer_email,
    ...(invoice.customer_tax_ids ?? []).map(({ value }) => value),
  ];
  const paidAt = invoice.status_transitions.paid_at;
  const content = html`${facts(
    [t('number'), invoice.number ?? ''],
    [t('status'), invoiceStatus(invoice, words)],
    [t('date'), date(invoice.created)],
    ...(paidAt === null ? [] : [[t('paidOn'), date(paidAt)] as const]),
    [t('billedTo'), buyer.filter(Boolean).join(', ')],
  )}
  ${table(
    [t('invoice'), t('amount')],
    invoice.lines.data.map((line) => [line.description ?? '', money(line.amount)]),
  )}
  ${facts(
    [t('subtotal'), money(subtotal)],
    ...(total > subtotal ? [[t('vat'), money(total - subtotal)] as const] : []),
    [t('total'), money(total)],
  )}
  ${
    invoice.status === 'open'
      ? buttonForm(
          `/stripe/invoices/${id}`,
          {},
          `${t('pay')} ${money(total)}`,
          cardChoice(words, ['ok', 'declined']),
        )
      : ''
  }
  ${(invoice.footer ?? '').split('\n').map((line) => html`<p>${line}</p>`)}`;
  return page({ words, title: `${t('invoiceFrom')} ${SELLER}`, content });
}

/** Pays an open invoice as the form of its page says, and shows what came of it. */
export function payInvoicePage(
  account: Account,
  invoice: Invoice,
  words: Words,
  fields: URLSearchParams,
): Page {
  const card = readCard(fields);
  if (card && invoice.status === 'open') {
    invoice.default_payment_method = addCard(account, invoice.customer ?? '', card).id;
    retryInvoice(account, invoice.id, true);
  }
  return invoicePage(invoice, words);
}

export function creditNotePage(note: CreditNote, words: Words): Page {
  const { t, money, date } = words;
  const content = facts(
    [t('number'), note.number],
    [t('date'), date(note.created)],
    [t('subtotal'), money(note.total_excluding_tax ?? note.total)],
    [t('total'), money(note.total)],
  );
  return page({ words, title: t('creditNote'), content });
}
