import type { StoredMail } from '../ses/mail-store.ts';
import { html, type Html } from '../../fake-stripe/src/pages/html.ts';

export interface InboxPageContent {
  readonly mails: readonly StoredMail[];
  readonly open?: StoredMail | undefined;
  readonly to?: string | undefined;
}

export function renderInboxPage(content: InboxPageContent): string {
  const { open, to } = content;
  const title = open === undefined ? 'Inbox' : `${open.subject} · Inbox`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="/inbox/inbox.css" />
        <script type="module" src="/inbox/inbox.js"></script>
      </head>
      <body class="${open === undefined ? 'listing' : 'reading'}">
        <header>
          <h1><a href="/inbox">Inbox</a></h1>
          <form action="/inbox" role="search">
            <input
              type="search"
              name="to"
              value="${to ?? ''}"
              placeholder="Address"
              aria-label="Address"
            />
            <button>Show</button>
          </form>
        </header>
        <main>
          <nav id="mails" aria-label="Mails">${mailList(content)}</nav>
          ${open === undefined ? EMPTY_SELECTION : openMail(open, to)}
        </main>
      </body>
    </html>`;
  return page.text;
}

const EMPTY_SELECTION = html`<article><p class="none">Select an email to read it.</p></article>`;
const NO_MAIL = html`<p class="none">No emails yet. Emails that the service sends appear here.</p>`;
const noMailTo = (to: string): Html =>
  html`<p class="none">No emails to ${to}. <a href="/inbox">Show all</a></p>`;

function mailList({ mails, open, to }: InboxPageContent): Html {
  if (mails.length === 0) return to === undefined ? NO_MAIL : noMailTo(to);
  const rows = mails.map((mail) => mailRow(mail, mail === open, to));
  return html`<ol>
    ${rows}
  </ol>`;
}

const mailRow = (mail: StoredMail, isOpen: boolean, to: string | undefined): Html => html`
  <li>
    <a href="/inbox/${mail.id}${query(to)}" aria-current="${isOpen ? 'page' : 'false'}">
      <strong>${mail.recipients.join(', ')}</strong>
      ${time(mail.date)}
      <span>${mail.subject}</span>
    </a>
  </li>
`;

const openMail = (mail: StoredMail, to: string | undefined): Html => html`
  <article>
    <div class="facts">
      <a class="back" href="/inbox${query(to)}">← All emails</a>
      <h2>${mail.subject}</h2>
      <dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.recipients.join(', ')}</dd>
        <dt>Sent</dt>
        <dd>${time(mail.date)}</dd>
      </dl>
    </div>
    ${mail.html === '' ? plainText(mail, 'open') : html`${frame(mail)}${plainText(mail, '')}`}
  </article>
`;

/** Shows untrusted HTML in an iframe that runs no scripts and has an opaque origin. */
const frame = ({ id }: StoredMail): Html => html`
  <iframe
    title="The email as HTML"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    src="/inbox/${id}/html"
  ></iframe>
`;

// Shows plain text. A <pre> preserves white space, so the text must start right after the tag.
const plainText = ({ text }: StoredMail, state: 'open' | ''): Html =>
  html`<details ${state}>
    <summary>Plain text</summary>
    <pre>${text}</pre>
  </details>`;

const query = (to: string | undefined): string =>
  to === undefined ? '' : `?${new URLSearchParams({ to })}`;

/** Renders a time in UTC; the page's script converts it to the reader's time zone. */
const time = (date: string): Html =>
  html`<time datetime="${date}">${date.slice(0, 16).replace('T', ' ')}</time>`;
