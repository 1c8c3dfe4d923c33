import { html } from './html.ts';
import type { Account } from '../model/account.ts';
import type { Charge, CreditNote, Invoice } from '../model/state.ts';
import { addCard } from '../operations/charge-card.ts';
import { retryInvoice } from '../operations/subscriptions.ts';
import {
  type Page,
  renderButtonForm,
  renderCardChoice,
  formatDate,
  renderDefinitionList,
  formatMoney,
  renderPage,
  parseCard,
  renderTable,
} from './layout.ts';

export function receiptPage({ state }: Account, charge: Charge): Page {
  const { amount_refunded: refunded } = charge;
  const content = renderDefinitionList({
    Number: charge.id.slice(-8).toUpperCase(),
    'Paid on': formatDate(charge.created),
    'Paid with': `Visa •••• ${state.cards[charge.payment_method ?? '']?.last4 ?? ''}`,
    'Billed to': charge.billing_details.email ?? '',
    Total: formatMoney(charge.amount),
    Refunded: refunded > 0 ? formatMoney(refunded) : undefined,
  });
  return renderPage('Receipt', content);
}

export function invoicePage(invoice: Invoice): Page {
  const { subtotal, total, customer_name, customer_email, customer_address: at } = invoice;
  const ids = (invoice.customer_tax_ids ?? []).map(({ value }) => value);
  const address = [at?.line1, at?.postal_code, at?.city, at?.country];
  const path = `/stripe/invoices/${invoice.id}`;
  const paidAt = invoice.status_transitions.paid_at;
  const content = html`${renderDefinitionList({
    Number: invoice.number ?? '',
    Status: invoice.status ?? '',
    Date: formatDate(invoice.created),
    'Paid on': paidAt === null ? undefined : formatDate(paidAt),
    'Billed to': [customer_name, ...address, customer_email, ...ids].filter(Boolean).join(', '),
  })}
  ${renderTable(
    ['Invoice', 'Amount'],
    invoice.lines.data.map((line) => [line.description ?? '', formatMoney(line.amount)]),
  )}
  ${renderDefinitionList({
    Subtotal: formatMoney(subtotal),
    'VAT (20%)': total > subtotal ? formatMoney(total - subtotal) : undefined,
    Total: formatMoney(total),
  })}
  ${invoice.status === 'open' ? renderButtonForm(path, `Pay ${formatMoney(total)}`, {}, renderCardChoice('ok', 'declined')) : ''}
  ${(invoice.footer ?? '').split('\n').map((line) => html`<p>${line}</p>`)}`;
  return renderPage('Invoice', content);
}

export function submitInvoicePayment(
  account: Account,
  invoice: Invoice,
  fields: URLSearchParams,
): Page {
  const card = parseCard(fields);
  if (card && invoice.status === 'open') {
    invoice.default_payment_method = addCard(account, invoice.customer ?? '', card).id;
    retryInvoice(account, invoice.id, true);
  }
  return invoicePage(invoice);
}

export const creditNotePage = (note: CreditNote): Page =>
  renderPage(
    'Credit note',
    renderDefinitionList({
      Number: note.number,
      Date: formatDate(note.created),
      Subtotal: formatMoney(note.total_excluding_tax ?? note.total),
      Total: formatMoney(note.total),
    }),
  );
