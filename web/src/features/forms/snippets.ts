/** The line of a page, held to this version of the script, which never changes. */
export const scriptLine = (
  origin: string,
  key: string,
  { file, integrity }: { readonly file: string; readonly integrity: string },
): string =>
  `<script src="${origin}${file}" integrity="${integrity}" crossorigin="anonymous" data-key="${key}" async></script>`;

export const serverLines = (
  key: string,
): string => `import { verifyFormToken } from '@tamis/client';

const { email, status } = await verifyFormToken(body.tamis_token, {
  secret: process.env.TAMIS_FORM_SECRET,
  key: '${key}',
});`;

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/**
 * Where the present version of the script lies for ever, and its hash
 * (https://www.w3.org/TR/SRI/#the-integrity-attribute).
 */
export async function readScript(signal: AbortSignal) {
  const response = await fetch('/form/v1.js', { signal });
  if (!response.ok) throw new Error(`/form/v1.js: ${response.status}`);
  const hash = base64(await crypto.subtle.digest('SHA-384', await response.arrayBuffer()));
  const name = hash.replaceAll('+', '-').replaceAll('/', '_').slice(0, 12);
  return { file: `/form/v1-${name}.js`, integrity: `sha384-${hash}` };
}
