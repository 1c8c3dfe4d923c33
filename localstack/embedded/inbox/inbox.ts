import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MailStore, StoredMail } from '../ses/mail-store.ts';
import { inboxPage } from './page.ts';

/** Answers requests below `/inbox`; says whether the request was one. */
export type InboxHandler = (message: IncomingMessage, response: ServerResponse) => boolean;

/** A mail as `/inbox/messages` tells it. */
export interface InboxMessage {
  /** The first recipient. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601, UTC. */
  readonly date: string;
}

const LISTED = 200;

/**
 * The mails that the stack sent:
 * - `/inbox` and `/inbox/ID`, the page, with `?to=ADDRESS` for one address;
 * - `/inbox/messages?to=ADDRESS&limit=N`, JSON, an array of {@link InboxMessage}, newest first;
 * - `/inbox/ID/html`, the HTML of one mail, for the frame of the page.
 */
export function createInbox(store: MailStore): InboxHandler {
  return (message, response) => {
    const url = new URL(message.url ?? '/', 'http://inbox');
    const [, root, name, part] = url.pathname.split('/');
    if (root !== 'inbox') return false;
    const { status, type, body, policy } = answer(store, url.searchParams, name ?? '', part);
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    });
    response.end(message.method === 'HEAD' ? undefined : body);
    return true;
  };
}

interface InboxAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly policy?: string;
}

function answer(
  store: MailStore,
  query: URLSearchParams,
  name: string,
  part: string | undefined,
): InboxAnswer {
  const to = query.get('to') || undefined;
  if (name === 'messages') {
    const limit = Number(query.get('limit') ?? LISTED);
    const messages = store.list({ to, limit: Number.isNaN(limit) ? LISTED : limit });
    const body = JSON.stringify(messages.map(asMessage));
    return { status: 200, type: 'application/json', body };
  }
  const open = name === '' ? undefined : store.find(decodeURIComponent(name));
  if (name !== '' && open === undefined) {
    return { status: 404, type: 'text/plain', body: 'There is no such mail.' };
  }
  if (open !== undefined && part === 'html') return mailHtml(open);
  const nonce = randomBytes(16).toString('base64');
  return {
    status: 200,
    type: 'text/html',
    body: inboxPage({ mails: store.list({ to, limit: LISTED }), open, to, nonce }),
    policy:
      `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; ` +
      "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'",
  };
}

/** Scripts do not run in it and it has an origin of its own, in the frame and opened by itself. */
const mailHtml = (mail: StoredMail): InboxAnswer => ({
  status: 200,
  type: 'text/html',
  body: `<base target="_blank">${mail.html}`,
  policy:
    'sandbox allow-popups allow-popups-to-escape-sandbox; ' +
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self' https:",
});

const asMessage = ({ recipients, subject, text, html, date }: StoredMail): InboxMessage => ({
  to: recipients[0] ?? '',
  subject,
  text,
  html,
  date,
});
