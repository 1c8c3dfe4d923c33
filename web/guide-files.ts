import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';
import { LANGUAGES } from '../shared/model/account.ts';
import { PRODUCT_NAME } from '../shared/model/product.ts';
import { guideIn } from './docs/compose-guide.ts';
import type * as Prerender from './docs/prerender.tsx';
import { labels } from './docs/texts.ts';

const index = `# ${PRODUCT_NAME}

> Verifies email addresses, one at a time or as a list, without sending email. API calls require a key.

$TAMIS_URL is the origin of the API: \`apiHost\` in /config.json, or this origin if that is empty.

- [Documentation](/docs/en.html): keys, calls, lists, webhooks, errors, limits
- [Documentation en français](/docs/fr.html)
- [API reference](/api/openapi.json): OpenAPI 3.1, at $TAMIS_URL
`;

/** Bundles the composed guide, so that the page does not load the code that composes it. */
export const guideText: Plugin = {
  name: 'guide-text',
  enforce: 'pre',
  load: {
    filter: { id: /\/docs\/guide(\.fr)?\.md\?raw$/ },
    handler: (id) => `export default ${JSON.stringify(guideIn(id.includes('.fr.') ? 'fr' : 'en'))}`,
  },
};

/** Prerenders the guide for readers without JavaScript and language models (llmstxt.org). */
export const guideFiles: Plugin = {
  name: 'guide-files',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const page = bundle['docs/index.html'];
    if (page?.type !== 'asset') throw new Error('The build has no documentation');
    const server = await createServer({
      configFile: false,
      plugins: [guideText],
      root: fileURLToPath(new URL('.', import.meta.url)),
      logLevel: 'error',
      server: { middlewareMode: true, watch: null, ws: false },
      optimizeDeps: { noDiscovery: true },
    });
    const { prerender } = (await server.ssrLoadModule('/docs/prerender.tsx')) as typeof Prerender;
    for (const language of LANGUAGES) {
      const source = String(page.source)
        .replace('lang="en"', `lang="${language}"`)
        .replace(/<script[^]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '')
        .replace(/<noscript>[^]*<\/noscript>/, '')
        .replace(/<title>.*<\/title>/, `<title>${labels[language].title} – ${PRODUCT_NAME}</title>`)
        .replace('<div id="root"></div>', () => prerender(language));
      this.emitFile({ type: 'asset', fileName: `docs/${language}.html`, source });
    }
    await server.close();
    this.emitFile({ type: 'asset', fileName: 'llms.txt', source: index });
  },
};
