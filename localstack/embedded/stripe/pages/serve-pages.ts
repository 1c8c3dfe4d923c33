import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { header, pathOf } from '../http/exchange.ts';
import type { Serve, Service } from '../http/exchange.ts';
import { checkoutPage, payPage } from './checkout.ts';
import { invoicePage, receiptPage } from './documents.ts';
import { notice } from './frame.ts';
import { shown } from './page-answer.ts';
import type { PageAnswer } from './page-answer.ts';
import { portalAction, portalPage } from './portal.ts';
import { wordsFor } from './texts.ts';

const STYLE = readFileSync(new URL('stripe.css', import.meta.url), 'utf8');

/** Answers `/stripe/checkout/ID`, `/stripe/portal/ID…`, `/stripe/receipts/ID`, `/stripe/invoices/ID`. */
export function servePages({ world, change }: Service): Serve {
  return async (message, response) => {
    const { pathname } = pathOf(message);
    const { method = 'GET' } = message;
    if (pathname === '/stripe/stripe.css') {
      response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(STYLE);
      return;
    }
    const isRead = method === 'GET' || method === 'HEAD';
    const fields = new URLSearchParams(isRead ? '' : await text(message));
    const { status, body, location, leadsTo } = await change(() =>
      isRead || isForm(message)
        ? answer(world, pathname, header(message, 'accept-language'), isRead ? undefined : fields)
        : missing(header(message, 'accept-language')),
    );
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        // Firefox asks for the icon of a page that names none, and says what it may not load.
        `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; ` +
        `form-action ${["'self'", ...new Set(leadsTo)].join(' ')}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(location !== undefined && { location }),
    });
    response.end(method === 'HEAD' ? undefined : body);
  };
}

/** A form that one of our own pages sent: browsers name the site that another one comes from. */
const isForm = (message: IncomingMessage): boolean =>
  message.method === 'POST' &&
  header(message, 'content-type')?.startsWith('application/x-www-form-urlencoded') === true &&
  ['same-origin', undefined].includes(header(message, 'sec-fetch-site'));

function answer(
  world: Service['world'],
  pathname: string,
  accept: string | undefined,
  fields: URLSearchParams | undefined,
): PageAnswer {
  const [kind, id = '', ...rest] = pathname.split('/').slice(2);
  const { state } = world;
  const session = state.checkoutSessions[id];
  const portal = state.portalSessions[id];
  const charge = state.charges[id];
  const invoice = state.invoices[id];
  if (kind === 'checkout' && session && rest.length === 0) {
    return fields ? payPage(world, session, accept, fields) : checkoutPage(world, session, accept);
  }
  if (kind === 'portal' && portal) {
    return fields
      ? portalAction(world, portal, accept, fields)
      : portalPage(world, portal, accept, rest);
  }
  if (fields === undefined && kind === 'receipts' && charge?.paid === true) {
    return receiptPage(world, charge, accept);
  }
  if (fields === undefined && kind === 'invoices' && invoice) {
    return invoicePage(world, invoice, accept);
  }
  return missing(accept);
}

function missing(accept: string | undefined): PageAnswer {
  const words = wordsFor(accept);
  return shown(notice(words, words.t.missing, words.t.missingNote), [], 404);
}
