import type { StoredMail } from '../ses/mail-store.ts';
import { Html, html } from './html.ts';
import { STYLE } from './style.ts';

export interface PageContent {
  /** Newest first. */
  readonly mails: readonly StoredMail[];
  /** The one being read. */
  readonly open?: StoredMail | undefined;
  /** The address the list is narrowed to. */
  readonly to?: string | undefined;
  /** For the one script of the page. */
  readonly nonce: string;
}

/** The inbox as a page: the list, and beside it the mail being read. */
export function inboxPage(content: PageContent): string {
  const { open, to, nonce } = content;
  const title = open === undefined ? 'Inbox' : `${open.subject} · Inbox`;
  return html`<!doctype html>
    <html lang="en" class="${open === undefined ? 'listing' : 'reading'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
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
          <nav aria-label="Mails" id="mails">${mailList(content)}</nav>
          ${open === undefined ? html`<article><p class="none">Choose a mail to read it.</p></article>` : article(open, to)}
        </main>
        <script nonce="${nonce}">
          ${REFRESH};
        </script>
      </body>
    </html> `.text;
}

function mailList({ mails, open, to }: PageContent): Html {
  if (mails.length === 0) {
    return to === undefined
      ? html`<p class="none">No mail yet. What the service sends appears here.</p>`
      : html`<p class="none">No mail to ${to}. <a href="/inbox">Show all</a></p>`;
  }
  return html`<ol>
    ${mails.map(
      (mail) =>
        html`<li>
          <a href="${hrefOf(mail, to)}" ${mail.id === open?.id ? html` aria-current="page"` : ''}
            ><strong>${mail.recipients.join(', ')}</strong>${time(mail.date)}<span
              >${mail.subject}</span
            ></a
          >
        </li>`,
    )}
  </ol>`;
}

const article = (mail: StoredMail, to: string | undefined): Html => html`<article>
<div class="facts">
<a class="back" href="/inbox${query(to)}">← All mails</a>
<h2>${mail.subject}</h2>
<dl><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.recipients.join(', ')}</dd><dt>Sent</dt><dd>${time(mail.date)}</dd></dl>
</div>
${mail.html === '' ? '' : html`<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/inbox/${mail.id}/html"></iframe>`}
<details${mail.html === '' ? html` open` : ''}><summary>Plain text</summary><pre>${mail.text}</pre></details>
</article>`;

const query = (to: string | undefined): string =>
  to === undefined ? '' : `?${new URLSearchParams({ to })}`;

const hrefOf = (mail: StoredMail, to: string | undefined): string =>
  `/inbox/${encodeURIComponent(mail.id)}${query(to)}`;

/** Written in UTC; the script of the page puts it into the reader's time. */
const time = (date: string): Html =>
  html`<time datetime="${date}">${date.slice(0, 16).replace('T', ' ')}</time>`;

/** Keeps the list fresh without touching the mail being read. */
const REFRESH = new Html(`
const mails = document.getElementById('mails');
const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const localTimes = () => {
  for (const time of document.querySelectorAll('time')) {
    time.textContent = format.format(new Date(time.dateTime));
  }
};
localTimes();
setInterval(async () => {
  if (document.hidden) return;
  try {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
    const fresh = page.getElementById('mails');
    if (fresh.querySelectorAll('a').length === mails.querySelectorAll('a').length
      && fresh.querySelector('a')?.href === mails.querySelector('a')?.href) return;
    const at = mails.scrollTop;
    mails.innerHTML = fresh.innerHTML;
    mails.scrollTop = at;
    localTimes();
  } catch {}
}, 2000);
`);
