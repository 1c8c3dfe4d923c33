import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { createServer, type Plugin } from 'vite';
import { LANGUAGES } from '../shared/model/account.ts';
import { PRODUCT_NAME } from '../shared/model/product.ts';
import { createPublicDocument } from '../shared/contract/openapi/public-document.ts';
import type * as Prerender from './docs/prerender.tsx';
import { labels } from './docs/texts.ts';

const index = `# ${PRODUCT_NAME}

> Verifies email addresses, one at a time or as a list, without sending email. API calls require a key.

- [API guide](/docs/en.html): keys, addresses, lists, webhooks, forms, errors, limits, changes
- [Guide de l’API](/docs/fr.html)
- [API reference](/docs/openapi.json): OpenAPI 3.1; [for people](/docs/reference/)
- [Start page](/start/en.html), [prices](/prices/en.html)
`;

const referenceText =
  'Every call, field, error and event of the API, with requests to copy in your language.';

const startScript = '<script type="module" src="/start/page.js"></script>';

const read = (file: string): string =>
  readFileSync(new URL(`docs/${file}`, import.meta.url), 'utf8');

/** Inserts a title, a description and prerendered content into `head`, the built template. */
const compose = (head: string, heading: string, text: string, html: string): string =>
  head
    .replace(/<title>.*<\/title>/, `<title>${heading} – ${PRODUCT_NAME}</title>`)
    .replace(/(property="og:title"\s+content=")[^"]*/, `$1${heading} – ${PRODUCT_NAME}`)
    .replace(/(property="og:description"\s+content=")[^"]*/, `$1${text}`)
    .replace('<div id="root"></div>', () => html);

/** Bundles a script without the app's chunks, which are large. */
export function bundleScript(path: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Prerenders all static pages for language models and for readers without JavaScript. */
export const guideFilesPlugin: Plugin = {
  name: 'guide-files',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const page = bundle['docs/index.html'];
    if (page?.type !== 'asset') throw new Error('The build has no documentation');
    const pages = new Map<string, string>();
    const server = await createServer({
      configFile: false,
      root: fileURLToPath(new URL('.', import.meta.url)),
      logLevel: 'error',
      server: { middlewareMode: true, watch: null, ws: false },
      optimizeDeps: { noDiscovery: true },
    });
    const { prerenderGuide, prerenderPackages, prerenderReference, prerenderVisitorPages } =
      (await server.ssrLoadModule('/docs/prerender.tsx')) as typeof Prerender;
    for (const language of LANGUAGES) {
      const t = labels[language];
      const source = String(page.source).replace('lang="en"', `lang="${language}"`);
      const guide = compose(source, t.title, t.description, prerenderGuide(language));
      const { start, prices } = await prerenderVisitorPages(language);
      const head = source
        .replace(/<link[^>]*jetbrains[^>]*>/, '')
        .replace('</head>', `<style>${read('start.css')}</style>${startScript}</head>`);
      const startPage = compose(head, t.headline, t.startText, start);
      const pricePage = compose(head, t.prices, t.pricesText, prices);
      for (const name of language === 'en' ? ['index', 'en'] : [language]) {
        pages.set(`docs/${name}.html`, guide);
        pages.set(`prices/${name}.html`, pricePage);
        pages.set(`start/${name}.html`, startPage);
      }
      pages.set(`docs/packages.${language}.json`, JSON.stringify(prerenderPackages(language)));
    }
    const openApi = JSON.stringify(createPublicDocument(''));
    const style = `<style>${read('reference.css')}</style></head>`;
    const styled = String(page.source).replace('</head>', style);
    pages.set(
      'docs/reference/index.html',
      compose(styled, labels.en.reference, referenceText, prerenderReference(openApi)),
    );
    await server.close();
    pages.set('llms.txt', index);
    pages.set('start/page.js', bundleScript('docs/start-page.ts'));
    pages.set('docs/openapi.json', openApi);
    page.source = pages.get(page.fileName) ?? '';
    pages.delete(page.fileName);
    for (const [fileName, source] of pages) this.emitFile({ type: 'asset', fileName, source });
  },
};
