import { html, type Html } from '../../fake-stripe/src/pages/html.ts';

/** A person on the login page. */
interface Choice {
  readonly id: string;
  readonly email: string;
  readonly given_name?: string;
  readonly family_name?: string;
}

/** Pages are only in English, because no customer sees them. */
const renderPage = (title: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · Identity provider</title>
        <style>
          body {
            font: 1rem/1.5 system-ui;
            max-width: 24rem;
            margin: 3rem auto;
            padding: 0 1rem;
          }
          button {
            display: block;
            width: 100%;
            margin: 0.75rem 0;
            padding: 0.75rem;
            font: inherit;
            text-align: left;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        <footer>A simulated identity provider: there are no passwords.</footer>
      </body>
    </html>`.text;

export const renderLoginPage = (users: readonly Choice[]): string =>
  renderPage(
    'Log in',
    html`<form method="post">
      ${users.map(
        ({ id, email, given_name: first, family_name: last }) =>
          html`<button name="user" value="${id}">${first ?? ''} ${last ?? ''} ${email}</button>`,
      )}
      <button>Cancel</button>
    </form>`,
  );

export const renderErrorPage = (code: string, description: string): string =>
  renderPage('This login failed', html`<p>${description} (${code})</p>`);
