import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Plugin } from 'vite';

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL('../packages/form/src/script.ts', import.meta.url))],
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  write: false,
});
const source = outputFiles[0]?.text ?? '';
const hash = createHash('sha384').update(source);
const integrity = `sha384-${hash.copy().digest('base64')}`;
const version = `form/v1-${hash.digest('base64url').slice(0, 12)}.js`;

/**
 * Publishes the script for customers' pages under two names: a stable name, and an immutable name
 * with a content hash, which pages can use with subresource integrity (https://www.w3.org/TR/SRI/).
 */
export const formScriptPlugin: Plugin = {
  name: 'form-script',
  config: () => ({ define: { FORM_SCRIPT: { file: `/${version}`, integrity } } }),
  generateBundle() {
    for (const fileName of ['form/v1.js', version])
      this.emitFile({ type: 'asset', fileName, source });
  },
};
