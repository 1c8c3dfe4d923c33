/** Where the present version of the script lies for ever, and its hash: of web/form-script.ts. */
declare const FORM_SCRIPT: { readonly file: string; readonly integrity: string };

/** The line of a page, held to this version of the script, which never changes. */
export const scriptLine = (origin: string, key: string): string =>
  `<script src="${origin}${FORM_SCRIPT.file}" integrity="${FORM_SCRIPT.integrity}" crossorigin="anonymous" data-key="${key}" async></script>`;

/** The token is a JSON Web Token, which libraries of every language read. */
export const serverLines = (
  liveKey: string,
  testKey: string,
): string => `import { jwtVerify } from 'jose';

// The key in your page: a token is for it alone. For the test key put here
// ${testKey}
const audience = '${liveKey}';
const secret = new TextEncoder().encode(process.env.TAMIS_FORM_SECRET);
// Without a token the address was not checked, and the form goes on as before.
const { payload } = body.tamis_token
  ? await jwtVerify(body.tamis_token, secret, { audience })
  : { payload: {} };
// A token speaks for the address that it names alone.
const status = payload.sub === body.email ? payload.status : undefined;`;
