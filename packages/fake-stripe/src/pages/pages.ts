import type { Account } from '../model/account.ts';
import { checkoutPage, submitCheckout } from './checkout.ts';
import { creditNotePage, invoicePage, receiptPage, submitInvoicePayment } from './documents.ts';
import { type Page, renderPage } from './layout.ts';
import { performPortalAction, portalPage } from './portal.ts';

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
