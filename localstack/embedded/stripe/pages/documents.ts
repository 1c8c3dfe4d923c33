import { html } from '../../inbox/html.ts';
import { known } from '../model/find.ts';
import type { Charge, Invoice } from '../model/state.ts';
import type { World } from '../model/world.ts';
import { SELLER, facts, framed } from './frame.ts';
import { invoiceStatus } from './portal-home.ts';
import { shown } from './page-answer.ts';
import type { PageAnswer } from './page-answer.ts';
import { wordsFor } from './texts.ts';
import type { Words } from './texts.ts';

/** Receipts and invoices. */

function wordsOf(world: World, customer: string | null, accept: string | undefined): Words {
  const preferred = world.state.customers[customer ?? '']?.preferred_locales?.[0];
  return wordsFor(preferred ?? accept);
}

export function receiptPage(world: World, charge: Charge, accept: string | undefined): PageAnswer {
  const words = wordsOf(world, charge.customer, accept);
  const { t, money, date } = words;
  const { last4 } = known(charge.payment_method_details?.card ?? undefined, 'a card');
  const rows: [string, string][] = [
    [t.number, charge.id.slice(-8).toUpperCase()],
    [t.paidOn, date(charge.created)],
    [t.paidWith, `Visa •••• ${last4 ?? ''}`],
    [t.billedTo, charge.billing_details.email ?? ''],
    [t.total, money(charge.amount)],
  ];
  if (charge.amount_refunded > 0) rows.push([t.refunded, money(charge.amount_refunded)]);
  const title = `${t.receiptFrom} ${SELLER}`;
  const content = html`<section class="card document">
    <h1>${title}</h1>
    <p class="figure">${money(charge.amount)}</p>
    <p>${charge.description ?? ''}</p>
    ${facts(rows)}
  </section>`;
  return shown(framed({ words, title, kind: 'column', content }));
}

export function invoicePage(
  world: World,
  invoice: Invoice,
  accept: string | undefined,
): PageAnswer {
  const words = wordsOf(world, invoice.customer, accept);
  const { t, money, date } = words;
  const paidAt = invoice.status_transitions.paid_at;
  const title = `${t.invoiceFrom} ${SELLER}`;
  const lines = invoice.lines.data.map(
    (line) =>
      html`<tr>
        <td>${line.description ?? ''}</td>
        <td>${money(line.amount)}</td>
      </tr>`,
  );
  const tax = invoice.total - invoice.subtotal;
  const content = html`<section class="card document">
    <h1>${title}</h1>
    <p class="figure">${money(invoice.total)}</p>
    ${facts([
      [t.number, invoice.number ?? ''],
      [t.status, invoiceStatus(invoice, words)],
      [t.date, date(invoice.created)],
      ...(paidAt === null ? [] : [[t.paidOn, date(paidAt)] as const]),
      [t.billedTo, `${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}`.trim()],
    ])}
    <table>
      <thead>
        <tr>
          <th scope="col">${t.invoice}</th>
          <th scope="col">${t.amount}</th>
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
    ${facts([
      [t.subtotal, money(invoice.subtotal)],
      ...(tax > 0 ? [[t.vat, money(tax)] as const] : []),
      [t.total, html`<strong>${money(invoice.total)}</strong>`],
    ])}
  </section>`;
  return shown(framed({ words, title, kind: 'column', content }));
}
