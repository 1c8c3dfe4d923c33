import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { preload } from './preload.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const api = `http://localhost:${process.env['PORT'] ?? '3000'}`;

/**
 * Redoc's bundle is made for a page without modules: it asks for a module `null`, and loads the
 * logo of its maker from there. Here it is a module, and no page of ours asks a third party for
 * anything.
 */
const redoc: Plugin = {
  name: 'redoc',
  transform: {
    filter: { id: /redoc\.standalone\.js$/ },
    handler: (code) =>
      code
        .replaceAll('require("null")', 'undefined')
        .replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,'),
  },
};

/**
 * What the login needs comes in one file, not in thirty of a kilobyte: on a phone's line each costs
 * more than it holds. What the documentation needs too stays apart, as it does not need the rest.
 */
const start = {
  name: 'start',
  tags: ['$initial' as const],
  test: /node_modules\/(?!zod\/|redoc\/|react\/)|web\/src\/(?!lib\/config|ui\/\w+\.css|app\/main)/,
};

/** What most pages behind the login share, likewise. A dialog comes with its own page. */
const shared = {
  name: 'shared',
  minShareCount: 4,
  test: /node_modules\/@tanstack|web\/src\/(?!ui\/(modal|select|\w+\.css)|lib\/config|app\/main)/,
};

export default defineConfig(({ command }) => {
  // A test run sets NODE_ENV to test; its build is the one of production all the same.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: here('.'),
    plugins: [react(), redoc, preload],
    build: {
      outDir: here('../dist/web'),
      emptyOutDir: true,
      rolldownOptions: {
        input: [here('index.html'), here('docs/index.html')],
        output: {
          codeSplitting: { groups: [start, shared], includeDependenciesRecursively: false },
        },
      },
      // The size check reads it to know which files a page loads.
      manifest: true,
      // Redoc, which only /docs/ loads.
      chunkSizeWarningLimit: 1200,
      // One small stylesheet: no flash between pages, and the rules keep their order.
      cssCodeSplit: false,
      // Fonts and workers stay files, so that the content security policy needs no `data:` source.
      assetsInlineLimit: 0,
    },
    worker: { format: 'es' },
    server: { proxy: { '/api': api, '/inbox': api } },
  };
});
