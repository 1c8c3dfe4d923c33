import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MailReader, StoredMail } from '../ses/mail-store.ts';
import { renderInboxPage } from './page.ts';

/** Responds to requests under `/inbox`; returns false for any other request. */
export type InboxHandler = (message: IncomingMessage, response: ServerResponse) => boolean;

export interface InboxMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601, UTC. */
  readonly date: string;
}

const MAX_LISTED = 200;

/**
 * Serves the emails that the stack sent:
 * - `/inbox` and `/inbox/ID`, the page, with `?to=ADDRESS` to filter by recipient;
 * - `/inbox/messages?to=ADDRESS&limit=N`, JSON, an array of {@link InboxMessage}, newest first;
 * - `/inbox/ID/html`, the HTML of one message, for the page's iframe.
 */
export function createInboxHandler(store: MailReader): InboxHandler {
  return (message, response) => {
    const { method, url = '' } = message;
    if (!/^\/inbox(?:[/?]|$)/.test(url)) return false;
    const isRead = method === 'GET' || method === 'HEAD';
    const { status, type, body, policy } = isRead ? respond(store, url) : NOT_ALLOWED;
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy ?? "default-src 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    response.end(method === 'HEAD' ? undefined : body);
    return true;
  };
}

interface InboxResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly policy?: string;
}

function respond(store: MailReader, url: string): InboxResponse {
  const { pathname, searchParams } = new URL(url, 'http://inbox');
  const [name = '', part] = pathname.split('/').slice(2);
  // No address contains a space, so a decoded space was an unencoded plus.
  const to = searchParams.get('to')?.replaceAll(' ', '+') || undefined;
  const asset = ASSETS[name];
  if (asset !== undefined) return asset;
  if (name === 'messages') return messages(store.list({ to, limit: limitOf(searchParams) }));
  const open = store.find(name);
  if (name !== '' && open === undefined) return NOT_FOUND;
  if (open !== undefined && part === 'html') return mailHtml(open);
  return page(renderInboxPage({ mails: store.list({ to, limit: MAX_LISTED }), open, to }));
}

const asset = (file: string, type: string): InboxResponse => ({
  status: 200,
  type,
  body: readFileSync(new URL(file, import.meta.url), 'utf8'),
});

const ASSETS: Readonly<Record<string, InboxResponse>> = {
  'inbox.css': asset('inbox.css', 'text/css'),
  'inbox.js': asset('inbox.js', 'text/javascript'),
};
const refusal = (status: number, body: string): InboxResponse => ({
  status,
  type: 'text/plain',
  body,
});
const NOT_FOUND = refusal(404, 'This email does not exist.');
const NOT_ALLOWED = refusal(405, 'The inbox is read-only.');

function limitOf(query: URLSearchParams): number {
  const limit = Number(query.get('limit'));
  return Number.isInteger(limit) && limit > 0 ? limit : MAX_LISTED;
}

const messages = (mails: readonly StoredMail[]): InboxResponse => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(
    mails.map(({ recipients, subject, text, html, date }): InboxMessage => ({
      to: recipients[0] ?? '',
      subject,
      text,
      html,
      date,
    })),
  ),
});

const page = (body: string): InboxResponse => ({
  status: 200,
  type: 'text/html',
  body,
  policy:
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; " +
    "frame-src 'self'; form-action 'self'; base-uri 'none'",
});

/**
 * Responds with the HTML of an email. The CSP directive `sandbox` disables its scripts and gives it
 * an opaque origin, even if a browser opens the URL directly instead of in the inbox's iframe.
 */
const mailHtml = (mail: StoredMail): InboxResponse => ({
  status: 200,
  type: 'text/html',
  body: `<base target="_blank">${mail.html}`,
  policy:
    'sandbox allow-popups allow-popups-to-escape-sandbox; ' +
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self' https:",
});
