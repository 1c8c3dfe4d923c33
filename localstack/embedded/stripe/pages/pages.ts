import { html } from '../../inbox/html.ts';
import type { Account } from '../model/account.ts';
import { checkoutPage, payPage } from './checkout.ts';
import { creditNotePage, invoicePage, payInvoicePage, receiptPage } from './documents.ts';
import { type Page, page } from './frame.ts';
import { portalAction, portalPage } from './portal.ts';
import { wordsFor } from './texts.ts';

/**
 * The page at `/stripe/checkout/ID`, `/stripe/portal/ID…`, `/stripe/receipts/ID`,
 * `/stripe/invoices/ID` or `/stripe/credit-notes/ID`.
 * @param accept the Accept-Language of the browser
 * @param fields of a form that was sent there
 */
export function respondWithPage(
  account: Account,
  pathname: string,
  accept: string | undefined,
  fields: URLSearchParams | undefined,
): Page {
  const [kind, id = '', ...rest] = pathname.split('/').slice(2);
  const { state } = account;
  const session = state.checkoutSessions[id];
  const portal = state.portalSessions[id];
  const charge = state.charges[id];
  const invoice = state.invoices[id];
  const customer = state.customers[(charge ?? invoice)?.customer ?? ''];
  const { locale } = session ?? portal ?? { locale: customer?.preferred_locales?.[0] };
  const words = wordsFor(locale ?? accept);
  if (kind === 'checkout' && session && rest.length === 0)
    return fields
      ? payPage(account, session, words, fields)
      : checkoutPage(account, session, words);
  if (kind === 'portal' && portal) {
    const visit = { account, session: portal, words };
    return fields ? portalAction(visit, fields) : portalPage(visit, rest);
  }
  if (kind === 'receipts' && charge?.paid === true && !fields) return receiptPage(charge, words);
  if (kind === 'invoices' && invoice)
    return fields ? payInvoicePage(account, invoice, words, fields) : invoicePage(invoice, words);
  const note = state.creditNotes[id];
  if (kind === 'credit-notes' && note) return creditNotePage(note, words);
  const content = html`<p>${words.t('missingNote')}</p>`;
  return page({ words, title: words.t('missing'), content, status: 404 });
}
