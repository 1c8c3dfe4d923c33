import { html } from '../../inbox/html.ts';
import type { Account } from '../model/account.ts';
import { checkoutPage, payPage } from './checkout.ts';
import { invoicePage, receiptPage } from './documents.ts';
import { type Page, page } from './frame.ts';
import { portalAction, portalPage } from './portal.ts';
import { wordsFor } from './texts.ts';

/**
 * The page at `/stripe/checkout/ID`, `/stripe/portal/ID…`, `/stripe/receipts/ID` or
 * `/stripe/invoices/ID`.
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
  if (kind === 'checkout' && session && rest.length === 0) {
    return fields
      ? payPage(account, session, accept, fields)
      : checkoutPage(account, session, accept);
  }
  if (kind === 'portal' && portal) {
    return fields
      ? portalAction(account, portal, accept, fields)
      : portalPage(account, portal, accept, rest);
  }
  if (fields === undefined && kind === 'receipts' && charge?.paid === true) {
    return receiptPage(account, charge, accept);
  }
  if (fields === undefined && kind === 'invoices' && invoice) {
    return invoicePage(account, invoice, accept);
  }
  const words = wordsFor(accept);
  const content = html`<p>${words.t('missingNote')}</p>`;
  return page({ words, title: words.t('missing'), content, status: 404 });
}
