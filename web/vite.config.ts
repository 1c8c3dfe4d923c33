import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { stripDescriptionsVitePlugin } from '../infra/strip-descriptions.ts';
import { bundleScript, guideFilesPlugin } from './guide-files.ts';

const LANGUAGES = ['en', 'fr'];
/** Modules that the app would otherwise load only after the entry script. */
const visitorModules = (language: string) => [`web/src/i18n/visitor/${language}.ts`];
const customerModules = (language: string) => [
  `web/src/i18n/signed-in/${language}.ts`,
  'web/src/app/signed-in.ts',
  'web/src/app/pages/dashboard-page.tsx',
];

/**
 * Adds the names of the files that the app will load to index.html. The inline script there knows
 * the language and whether there is a session, so it preloads the files immediately instead of
 * after the app has started.
 */
const preloadPlugin: Plugin = {
  name: 'preload',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, path }) {
      if (!bundle || path !== '/index.html') return html;
      const files = LANGUAGES.flatMap((language) => [
        [`data-${language}`, filesOf(bundle, visitorModules(language))],
        [`data-customer-${language}`, filesOf(bundle, customerModules(language))],
      ]);
      const attributes = files.map(([name, value]) => `${name}="${value}"`).join(' ');
      // Insert the tags after the charset, which must be in the first 1024 bytes (HTML 4.2.5.4),
      // and before the inline script.
      return html.replace(
        /<meta charset=[^>]*>/,
        `$&<link rel="preload" as="fetch" href="/config.json" crossorigin><meta name="next-files" ${attributes}>`,
      );
    },
  },
};

function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string {
  const found = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    chunk.imports.forEach(add);
  };
  for (const module of modules) {
    const isModule = (id: string | null): boolean => id?.endsWith(`/${module}`) === true;
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
    // A module imported both lazily and eagerly gets a facade chunk.
    const chunk =
      chunks.find(({ facadeModuleId }) => isModule(facadeModuleId)) ??
      chunks.find(({ moduleIds }) => moduleIds.some(isModule));
    if (!chunk) throw new Error(`The build has no ${module}`);
    add(chunk.fileName);
  }
  return [...found].map((name) => `/${name}`).join(' ');
}

const source = bundleScript('../packages/form/src/script.ts');
const hash = createHash('sha384').update(source);
const integrity = `sha384-${hash.copy().digest('base64')}`;
const version = `form/v1-${hash.digest('base64url').slice(0, 12)}.js`;

/**
 * Publishes the script for customers' pages under two names: a stable name, and an immutable name
 * with a content hash, which pages can use with subresource integrity (https://www.w3.org/TR/SRI/).
 */
const formScriptPlugin: Plugin = {
  name: 'form-script',
  config: () => ({ define: { FORM_SCRIPT: { file: `/${version}`, integrity } } }),
  generateBundle() {
    for (const fileName of ['form/v1.js', version])
      this.emitFile({ type: 'asset', fileName, source });
  },
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const api = `http://localhost:${process.env['PORT'] ?? '3000'}`;

/** In the import order of main.tsx. The bundled stylesheet must start with them. */
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
const RARELY_USED_MODULES = String.raw`lib\/(file\/(send|read)|members-query|price|sso-flow|use-checkout)|ui\/(chart\/chart(-body|-table)?\.tsx|table\/figures|code\/|form\/(switch|checkbox-field)|sections|link-refusal)`;

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
      String.raw`shared\/model\/(connections\/(apply-actions|service-name)|correction-columns|duration|list-status|sample-list|verdict|watch)\.ts`,
      String.raw`web\/src\/features\/(checks|layout|lists\/(history|row\/(?!rename-dialog)|upload\/(file\/rejection|queue\/banner|uploads\.)))`,
    ].join('|'),
  ),
};

/** Bundles what the parts of a list's page share into one file, to save requests. */
const list = {
  name: 'list',
  minShareCount: 2,
  test: /web\/src\/features\/lists\/(list-page|page)/,
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
    ],
    build: {
      outDir: here('../dist/web'),
      emptyOutDir: true,
      rolldownOptions: {
        input: [here('index.html'), here('docs/index.html')],
        output: {
          codeSplitting: {
            groups: [start, shared, list],
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
