import type { Account } from '../model/account.ts';
import {
  type Page,
  renderPage,
  renderButtonForm,
  renderCardChoice,
  renderDefinitionList,
  formatMoney,
  formatInterval,
  parseCard,
  redirect,
  formatDate,
  renderTable,
} from './layout.ts';
import { performPortalAction, portalPage } from './portal.ts';
import { html } from './html.ts';
import { StripeApiError } from '../model/errors.ts';
import type { CheckoutSession, Charge, CreditNote, Invoice } from '../model/state.ts';
import { completeSession, computeSessionTotal } from '../operations/checkout.ts';
import { addCard } from '../operations/charge-card.ts';
import { retryInvoice } from '../operations/subscriptions.ts';

function receiptPage({ state }: Account, charge: Charge): Page {
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

function invoicePage(invoice: Invoice): Page {
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

function submitInvoicePayment(account: Account, invoice: Invoice, fields: URLSearchParams): Page {
  const card = parseCard(fields);
  if (card && invoice.status === 'open') {
    invoice.default_payment_method = addCard(account, invoice.customer ?? '', card).id;
    retryInvoice(account, invoice.id, true);
  }
  return invoicePage(invoice);
}

const creditNotePage = (note: CreditNote): Page =>
  renderPage(
    'Credit note',
    renderDefinitionList({
      Number: note.number,
      Date: formatDate(note.created),
      Subtotal: formatMoney(note.total_excluding_tax ?? note.total),
      Total: formatMoney(note.total),
    }),
  );

function checkoutPage(account: Account, session: CheckoutSession, failure?: string): Page {
  const { state } = account;
  const { status, cancel_url: back, success_url: redirectUrl } = session;
  if (status === 'complete')
    return renderPage('You have already paid.', 'This page can be closed.', { back });
  if (status === 'expired')
    return renderPage('This payment page has expired.', 'Nothing was charged.', { back });
  const items = state.checkoutPlans[session.id]?.lineItems ?? [];
  const recurring = items.find(({ price }) => price?.recurring);
  const customer = state.customers[session.customer ?? ''];
  const isPack = session.mode === 'payment';
  const name = items
    .map(({ description, quantity }) =>
      quantity === 1 ? description : `${quantity} × ${description}`,
    )
    .join(', ');
  const subtotal = session.amount_subtotal ?? 0;
  const path = `/stripe/checkout/${session.id}`;
  const total = computeSessionTotal(account, session);
  const terms = html`<label>
    <input type="checkbox" name="terms" value="yes" required />
    <span>I agree to the terms of service</span>
  </label>`;
  const fields = html`${isPack ? renderCardChoice('ok', 'declined') : renderCardChoice('ok', 'declined', 'declined_later')}
    <label>
      <span>Name on card</span>
      <input
        name="name"
        autocomplete="cc-name"
        required
        maxlength="100"
        value="${customer?.name ?? ''}"
      />
    </label>
    ${session.consent_collection?.terms_of_service === 'required' ? terms : ''}`;
  const content = html`<p>
      <strong>${formatMoney(total)}</strong> ${formatInterval(recurring?.price)}
    </p>
    ${renderDefinitionList({
      Subtotal: formatMoney(subtotal),
      'VAT (20%)': total > subtotal ? formatMoney(total - subtotal) : undefined,
      'Total due today': formatMoney(total),
      Email: customer?.email ?? '',
    })}
    ${renderButtonForm(path, isPack ? `Pay ${formatMoney(total)}` : 'Pay and subscribe', {}, fields)}`;
  return renderPage(isPack ? name : `Subscribe to ${name}`, content, {
    back,
    redirectUrl,
    failure,
  });
}

/** Pays a session by card, then redirects. After a double click, the second call only redirects. */
function submitCheckout(account: Account, session: CheckoutSession, fields: URLSearchParams): Page {
  const card = parseCard(fields);
  if (session.status === 'complete') return redirect(returnUrl(session));
  if (card === undefined || session.status !== 'open') return checkoutPage(account, session);
  try {
    const paid = completeSession(account, session, card, fields.get('name')?.trim() || undefined);
    if (!paid) return checkoutPage(account, session, 'Your card was declined. Try another one.');
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return checkoutPage(account, session, error.message);
  }
  return redirect(returnUrl(session));
}

const returnUrl = ({ id, success_url: url }: CheckoutSession): string =>
  url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? '/';

/**
 * Responds with the page at `/stripe/checkout/ID`, `/stripe/portal/ID…`, `/stripe/receipts/ID`,
 * `/stripe/invoices/ID` or `/stripe/credit-notes/ID`.
 * @param fields the fields of a posted form; undefined for GET and HEAD
 */
export function respondWithPage(
  account: Account,
  pathname: string,
  fields: URLSearchParams | undefined,
): Page {
  const [kind, id = '', ...rest] = pathname.split('/').slice(2);
  const { state } = account;
  const checkout = state.checkoutSessions[id];
  if (kind === 'checkout' && checkout && rest.length === 0)
    return fields ? submitCheckout(account, checkout, fields) : checkoutPage(account, checkout);
  const session = state.portalSessions[id];
  if (kind === 'portal' && session) {
    const context = { account, session };
    return fields ? performPortalAction(context, fields) : portalPage(context, rest[0]);
  }
  const charge = state.charges[id];
  if (kind === 'receipts' && charge?.paid === true && !fields) return receiptPage(account, charge);
  const invoice = state.invoices[id];
  if (kind === 'invoices' && invoice)
    return fields ? submitInvoicePayment(account, invoice, fields) : invoicePage(invoice);
  const note = state.creditNotes[id];
  if (kind === 'credit-notes' && note) return creditNotePage(note);
  return renderPage('There is no such page.', 'The link is wrong, or too old.', { status: 404 });
}
