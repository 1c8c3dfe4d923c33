import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { respondToCall } from './api/api.ts';
import type { Account } from './model/account.ts';
import { STYLESHEET, contentSecurityPolicyFor } from './pages/layout.ts';
import { respondWithPage } from './pages/pages.ts';

export interface FakeStripeService {
  readonly account: Account;
  readonly secretKey: string;
  /** Responds to an API call; if undefined, the connection is closed without a response. */
  respond(...call: Parameters<typeof respondToCall>): ReturnType<typeof respondToCall> | undefined;
  /** Runs everything that is due, then `run`, without interruption, and saves the state. */
  change<T>(run: () => T): Promise<T>;
}

interface Reply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
}

/** Responds to requests for `/v1/…` and `/stripe/…`; returns false for all others. */
export const createHandler =
  (service: FakeStripeService) =>
  (message: IncomingMessage, response: ServerResponse): boolean => {
    const { pathname } = new URL(message.url ?? '/', 'http://stripe');
    const [, first] = pathname.split('/');
    if (first !== 'v1' && first !== 'stripe') return false;
    const respond = async (): Promise<void> => {
      const reply =
        first === 'v1'
          ? await replyToCall(service, message)
          : await replyWithPage(service, message, pathname);
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

async function replyToCall(
  { account, secretKey, respond, change }: FakeStripeService,
  message: IncomingMessage,
): Promise<Reply | undefined> {
  const { method = 'GET', url = '/', headers } = message;
  const body = await text(message);
  const response = await change(() => respond(account, secretKey, { method, url, headers, body }));
  return (
    response && {
      ...response,
      headers: { 'content-type': 'application/json', ...response.headers },
    }
  );
}

async function replyWithPage(
  { account, change }: FakeStripeService,
  message: IncomingMessage,
  pathname: string,
): Promise<Reply> {
  if (pathname === '/stripe/stripe.css')
    return {
      status: 200,
      headers: { 'content-type': 'text/css; charset=utf-8' },
      body: STYLESHEET,
    };
  const isRead = message.method === 'GET' || message.method === 'HEAD';
  const fields = isRead ? undefined : new URLSearchParams(await text(message));
  const path = isRead || isSameOriginForm(message) ? pathname : '';
  const page = await change(() => respondWithPage(account, path, fields));
  return {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicyFor(page),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(page.location !== undefined && { location: page.location }),
    },
    ...(message.method !== 'HEAD' && { body: page.body }),
  };
}

/** Whether a page of the fake sent the form, according to the `sec-fetch-site` header. */
const isSameOriginForm = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true &&
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
