import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const PACKAGE = new URL('../node_modules/@scalar/api-reference/', import.meta.url);
const BROWSER = new URL('dist/browser/', PACKAGE);
const ENTRY = 'standalone.esm.js';

const read = (file: string): string => readFileSync(new URL(file, BROWSER), 'utf8');
const { version } = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8')) as {
  version: string;
};
/** Hashed files are cached forever; here, the version of the package replaces the hash. */
const folder = `assets/scalar-${version}`;

/** Finds the library files that `file` imports statically, directly or not, and `file` itself. */
function importedFiles(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path = ''] of read(file).matchAll(/(?:from|import)[`"](\.[^`"]+)[`"]/g))
    importedFiles(new URL(path, new URL(file, BROWSER)).href.slice(BROWSER.href.length), found);
  return found;
}

/**
 * Publishes the library of the API reference as its authors built it, because bundling its five
 * megabytes again would double our build time. Only the page of the reference loads it.
 */
export const apiReferencePlugin: Plugin = {
  name: 'reference-library',
  apply: 'build',
  config: () => ({ define: { REFERENCE_LIBRARY: JSON.stringify(`/${folder}/${ENTRY}`) } }),
  transformIndexHtml(_, { path }): HtmlTagDescriptor[] {
    if (path !== '/docs/reference/index.html') return [];
    return Array.from(importedFiles(ENTRY), (file) => ({
      tag: 'link',
      attrs: { rel: 'modulepreload', href: `/${folder}/${file}` },
    }));
  },
  generateBundle() {
    const chunks = readdirSync(fileURLToPath(new URL('chunks', BROWSER)));
    for (const file of [ENTRY, ...chunks.map((name) => `chunks/${name}`)])
      if (file.endsWith('.js'))
        this.emitFile({ type: 'asset', fileName: `${folder}/${file}`, source: read(file) });
  },
};
