import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { stripDescriptionsVitePlugin } from '../infra/strip-descriptions.ts';
import { formScriptPlugin } from './form-script.ts';
import { guideFilesPlugin } from './guide-files.ts';
import { preloadPlugin } from './preload.ts';
import { apiReferencePlugin } from './reference-library.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const api = `http://localhost:${process.env['PORT'] ?? '3000'}`;

/**
 * Base stylesheets, in the order in which main.tsx imports them. The bundled stylesheet must start
 * with them.
 */
const BASE_STYLESHEETS = String.raw`ui\/(fonts|tokens|base)\.css`;

/**
 * Bundles the initial code, up to the login page, into one file instead of thirty 1 KB files: on a
 * slow mobile connection, each request costs more than the transfer. Excludes the parts of zod that
 * only the documentation uses.
 */
const start = {
  name: 'start',
  tags: ['$initial' as const],
  test: new RegExp(
    [
      String.raw`node_modules\/(?!zod\/v4\/core\/(registries|(to-)?json-schema))`,
      'preload-helper',
      String.raw`web\/src\/(?!${BASE_STYLESHEETS}|app\/main)`,
      String.raw`shared\/client\/`,
      String.raw`shared\/contract\/(account|auth|errors|fields|route)\.ts`,
      String.raw`shared\/list-file\/is-supported-encoding\.ts`,
      String.raw`shared\/model\/(account|clean-name|product|upload-limits|wide-spaces)\.ts`,
      String.raw`shared\/texts\/field-problem\.ts`,
    ].join('|'),
  ),
};

/** Code that only a few pages use, and neither the dashboard nor the page of a list. */
const RARELY_USED_MODULES = String.raw`lib\/(file\/(send|read)|price|use-checkout)|ui\/(chart\/chart(-body|-table)?\.tsx|table\/figures|code\/|form\/(switch|checkbox-field)|sections|link-refusal)`;

/** Bundles code that the dashboard shares with other pages into one file, to save requests. */
const shared = {
  name: 'shared',
  minShareCount: 2,
  test: new RegExp(
    [
      String.raw`node_modules\/@tanstack`,
      String.raw`web\/src\/(?!${BASE_STYLESHEETS}|${RARELY_USED_MODULES})(lib|ui)\/`,
      String.raw`shared\/contract\/(checks|list-detail|list-rows|lists)\.ts`,
      String.raw`shared\/list-file\/(csv|formula-guard)\.ts`,
      String.raw`shared\/model\/(correction-columns|list-status|sample-list|verdict|watch)\.ts`,
      String.raw`web\/src\/features\/(checks|layout|lists\/(history|row\/(?!rename-dialog)|upload\/(file\/rejection|queue\/banner|uploads\.)))`,
    ].join('|'),
  ),
};

export default defineConfig(({ command }) => {
  // A test run sets NODE_ENV to test, but its build must equal the production build.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: here('.'),
    plugins: [
      react(),
      stripDescriptionsVitePlugin,
      preloadPlugin,
      guideFilesPlugin,
      formScriptPlugin,
      apiReferencePlugin,
    ],
    build: {
      outDir: here('../dist/web'),
      emptyOutDir: true,
      rolldownOptions: {
        input: [here('index.html'), here('docs/index.html'), here('docs/reference/index.html')],
        output: {
          codeSplitting: {
            groups: [start, shared],
            includeDependenciesRecursively: false,
          },
        },
      },
      // The size check uses the manifest to find the files that a page loads.
      manifest: true,
      // Without the polyfill, browsers that lack `modulepreload` load these files later.
      modulePreload: { polyfill: false },
      // Emit one stylesheet, so that pages do not flash and the order of rules stays the same.
      cssCodeSplit: false,
      // Fonts and workers are files, so that the content security policy needs no `data:`.
      assetsInlineLimit: 0,
    },
    worker: { format: 'es' },
    server: { proxy: { '/api': api, '/inbox': api } },
  };
});
