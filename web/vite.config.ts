import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { formScript } from './form-script.ts';
import { guideFiles, guideText } from './guide-files.ts';
import { preload } from './preload.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const api = `http://localhost:${process.env['PORT'] ?? '3000'}`;

/** The one stylesheet begins with these, so they stay where `main.tsx` imports them. */
const STYLES = String.raw`ui\/(fonts|tokens|base)\.css`;

/**
 * What the login needs comes in one file, not in thirty of a kilobyte: on a phone's line each costs
 * more than it holds. The contract of lists is in it too, as the documentation shares it; what zod
 * has for the documentation alone is not.
 */
const start = {
  name: 'start',
  tags: ['$initial' as const],
  test: new RegExp(
    [
      String.raw`node_modules\/(?!marked\/|zod\/v4\/core\/(registries|(to-)?json-schema))`,
      'preload-helper',
      String.raw`web\/src\/(?!${STYLES}|app\/main)`,
      String.raw`shared\/contract\/(account|api-error|auth|checks|client|errors|fields|list-rows|lists|limits\/retry-after|route)\.ts`,
      String.raw`shared\/list-file\/is-encoding\.ts`,
      String.raw`shared\/model\/(account|clean-name|list-status|product|upload-limits|verdict|watch|wide-spaces)\.ts`,
    ].join('|'),
  ),
};

/** What the dashboard shares with other pages, likewise. */
const shared = {
  name: 'shared',
  minShareCount: 2,
  test: new RegExp(
    [
      String.raw`node_modules\/@tanstack`,
      String.raw`web\/src\/(?!${STYLES}|lib\/(price|cheapest-plans))(lib|ui)\/`,
      String.raw`shared\/list-file\/csv\.ts`,
      String.raw`web\/src\/features\/(checks|layout|lists\/(history|row\/(?!rename-dialog)|upload\/(file\/rejection|queue\/banner|uploads\.)))`,
    ].join('|'),
  ),
};

export default defineConfig(({ command }) => {
  // A test run sets NODE_ENV to test; its build is the one of production all the same.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: here('.'),
    plugins: [react(), preload, guideText, guideFiles, formScript],
    build: {
      outDir: here('../dist/web'),
      emptyOutDir: true,
      rolldownOptions: {
        input: [here('index.html'), here('docs/index.html')],
        output: {
          codeSplitting: {
            groups: [start, shared],
            includeDependenciesRecursively: false,
          },
        },
      },
      // The size check reads it to know which files a page loads.
      manifest: true,
      // A browser that does not know `modulepreload` loads the same files later.
      modulePreload: { polyfill: false },
      // One small stylesheet: no flash between pages, and the rules keep their order.
      cssCodeSplit: false,
      // Fonts and workers stay files, so that the content security policy needs no `data:` source.
      assetsInlineLimit: 0,
    },
    worker: { format: 'es' },
    server: { proxy: { '/api': api, '/inbox': api } },
  };
});
