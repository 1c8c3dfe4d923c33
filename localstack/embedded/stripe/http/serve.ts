import { randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Account, Cause } from '../model/account.ts';
import { API_VERSION } from '../model/version.ts';
import { STYLE, securityPolicy } from '../pages/frame.ts';
import { respondWithPage } from '../pages/pages.ts';
import { PROGRAMS } from '../programs.ts';
import { respondToCall } from './api.ts';
import { findCall } from './call.ts';
import { StripeApiError } from './stripe-error.ts';

/** What the API, the pages and the calls for programs stand on. */
export interface Service {
  readonly account: Account;
  readonly secretKey: string;
  /** Does what has become due and then this, in one step, and saves it before it responds. */
  change<T>(run: () => T, cause?: Cause): Promise<T>;
}

/** Responds to requests for `/v1/…` and `/stripe/…`; says whether the request was one. */
export type StripeHandler = (message: IncomingMessage, response: ServerResponse) => boolean;

interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
}

const JSON_TYPE = { 'content-type': 'application/json', 'cache-control': 'no-store' };
const json = (status: number, body: unknown): Reply => ({
  status,
  headers: JSON_TYPE,
  body: JSON.stringify(body, undefined, 2),
});

export const createHandler = (service: Service): StripeHandler => {
  return (message, response) => {
    const { pathname } = new URL(message.url ?? '/', 'http://stripe');
    const [, first] = pathname.split('/');
    if (first !== 'v1' && first !== 'stripe') return false;
    const respond = async (): Promise<void> => {
      const reply =
        first === 'v1'
          ? await replyToCall(service, message)
          : ((await replyToProgram(service, message, pathname)) ??
            (await replyWithPage(service, message, pathname)));
      if (reply === undefined) response.destroy();
      else response.writeHead(reply.status, reply.headers).end(reply.body);
    };
    respond().catch((error: unknown) => {
      console.error('Stripe:', error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
    return true;
  };
};

/** @returns undefined where the response is lost on its way */
async function replyToCall(
  { account, secretKey, change }: Service,
  message: IncomingMessage,
): Promise<Reply | undefined> {
  const { method = 'GET', url = '/', headers } = message;
  const body = await text(message);
  const id = `req_${randomBytes(7).toString('hex')}`;
  const key = headers['idempotency-key'];
  const response = await change(
    () => respondToCall(account, secretKey, { method, url, headers, body }),
    { id, idempotency_key: key === undefined ? null : String(key) },
  );
  if (response.lost === true) return undefined;
  return {
    status: response.status,
    headers: {
      'content-type': 'application/json',
      'request-id': id,
      'stripe-version': API_VERSION,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(response.retry === true && { 'stripe-should-retry': 'true' }),
      ...(response.replayed === true && { 'idempotent-replayed': 'true' }),
    },
    body: response.body,
  };
}

/** @returns undefined where the path is no program's */
async function replyToProgram(
  { account, change }: Service,
  message: IncomingMessage,
  pathname: string,
): Promise<Reply | undefined> {
  if (message.method === 'GET' && pathname === '/stripe/state') {
    await change(() => undefined);
    const now = new Date(account.now() * 1000).toISOString();
    return json(200, { now, faults: account.faults, ...account.state });
  }
  const found = findCall(PROGRAMS, 'POST', pathname);
  if (found === undefined) return undefined;
  // A page of another origin cannot send this type without being asked.
  if (message.method !== 'POST' || !message.headers['content-type']?.includes('json'))
    return json(405, { error: { message: 'POST a JSON object of type application/json.' } });
  try {
    const body: unknown = JSON.parse((await text(message)) || '{}');
    return json(200, await change(() => found.call.run(account, body, found.id)));
  } catch (error) {
    if (error instanceof StripeApiError) return json(error.status, error.body);
    if (error instanceof SyntaxError) return json(400, { error: { message: error.message } });
    throw error;
  }
}

async function replyWithPage(
  { account, change }: Service,
  message: IncomingMessage,
  pathname: string,
): Promise<Reply> {
  if (pathname === '/stripe/stripe.css')
    return { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body: STYLE };
  const isRead = message.method === 'GET' || message.method === 'HEAD';
  const fields = isRead ? undefined : new URLSearchParams(await text(message));
  const accept = message.headers['accept-language'];
  const path = isRead || isForm(message) ? pathname : '';
  const page = await change(() => respondWithPage(account, path, accept, fields));
  return {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': securityPolicy(page),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(page.location !== undefined && { location: page.location }),
    },
    ...(message.method !== 'HEAD' && { body: page.body }),
  };
}

/** A form that one of our own pages sent: browsers name the site that another one comes from. */
const isForm = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true &&
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
