import { type Html, html } from '../../inbox/html.ts';
import { known } from '../model/objects.ts';
import type { Charge, Invoice } from '../model/state.ts';
import { type Page, SELLER, facts, page } from './frame.ts';
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
  const { subtotal, total, customer_name, customer_email } = invoice;
  const paidAt = invoice.status_transitions.paid_at;
  const content = html`${facts(
    [t('number'), invoice.number ?? ''],
    [t('status'), invoiceStatus(invoice, words)],
    [t('date'), date(invoice.created)],
    ...(paidAt === null ? [] : [[t('paidOn'), date(paidAt)] as const]),
    [t('billedTo'), `${customer_name ?? ''} ${customer_email ?? ''}`.trim()],
  )}
  ${table(
    [t('invoice'), t('amount')],
    invoice.lines.data.map((line) => [line.description ?? '', money(line.amount)]),
  )}
  ${facts(
    [t('subtotal'), money(subtotal)],
    ...(total > subtotal ? [[t('vat'), money(total - subtotal)] as const] : []),
    [t('total'), money(total)],
  )}`;
  return page({ words, title: `${t('invoiceFrom')} ${SELLER}`, content });
}
