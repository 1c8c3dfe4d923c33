import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const FORMS = ['plain', 'hubspot', 'late', 'react-hook-form'] as const;
export type FormName = (typeof FORMS)[number];

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Records what the page's content security policy blocks. */
const VIOLATION_LISTENER = `addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
  document.body.dataset.stopped = effectiveDirective;
});`;

/**
 * Serves a customer's site: one page per form, under a strict content security policy. A form
 * that is submitted natively opens a page whose `output` shows the address, the token, the number
 * of submissions, and the button.
 * @param scriptOf returns the script tag for the page, given the verdicts that the form blocks
 */
export async function serveForms(service: string, scriptOf: (block: string) => string) {
  const bundles = new Map<string, string>();
  for (const name of [...FORMS, 'shadow']) {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))],
      bundle: true,
      format: 'iife',
      write: false,
      banner: { js: VIOLATION_LISTENER },
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    bundles.set(`/${name}.js`, outputFiles[0]?.text ?? '');
  }
  let times = 0;
  const policy = `default-src 'none'; img-src data:; script-src 'self' ${service}; connect-src ${service}; form-action 'self'`;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const bundle = bundles.get(pathname);
    if (bundle !== undefined) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(bundle);
      return;
    }
    if (pathname === '/sent') times += 1;
    const sent = `${searchParams.get('email')} ${searchParams.get('tamis_token')} ${times} ${searchParams.get('by')}`;
    const body =
      pathname === '/sent'
        ? `<output>${sent}</output>`
        : `<script src="${pathname}.js" defer></script>${scriptOf(searchParams.get('block') ?? '')}`;
    response
      .writeHead(200, { ...HTML, 'content-security-policy': policy })
      .end(
        `<!doctype html><html lang="en" dir="${searchParams.get('dir') ?? 'ltr'}"><title>Shop</title><link rel="icon" href="data:,">${body}`,
      );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, stop: () => server.close() };
}
