/** Immutable path and integrity hash of the current script, from web/form-script.ts. */
declare const FORM_SCRIPT: { readonly file: string; readonly integrity: string };

/**
 * Returns the script tag for a customer's page. Its hash pins the current version of the script.
 */
export const formatScriptTag = (origin: string, key: string): string =>
  `<script src="${origin}${FORM_SCRIPT.file}" integrity="${FORM_SCRIPT.integrity}" crossorigin="anonymous" data-key="${key}" async></script>`;

/** Returns sample server code that verifies a form's token, which is a JSON Web Token. */
export const formatServerSample = (
  liveKey: string,
  testKey: string,
): string => `import { jwtVerify } from 'jose';

// The key in your page, which is the audience of its tokens. To use the test key, replace it with
// ${testKey}
const audience = '${liveKey}';
const secret = new TextEncoder().encode(process.env.TAMIS_FORM_SECRET);
// Without a token, the address was not checked, and the form is submitted as usual.
const { payload } = body.tamis_token
  ? await jwtVerify(body.tamis_token, secret, { audience })
  : { payload: {} };
// A token is valid only for the address in it.
const status = payload.sub === body.email ? payload.status : undefined;`;
