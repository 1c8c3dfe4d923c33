import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { PRODUCT_NAME } from '../shared/model/product.ts';
import { composeGuide } from './docs/compose-guide.ts';

const read = (name: string): string =>
  readFileSync(new URL(`docs/${name}`, import.meta.url), 'utf8');
const FILES = { en: 'docs/guide.txt', fr: 'docs/guide.fr.txt' } as const;
/** In the shell of who reads: which host answers is a setting of each stage. */
const ORIGIN = '$TAMIS_URL';

const index = `# ${PRODUCT_NAME}

> Verifies email addresses, one or a list, without sending mail. A call of its API takes a key.

${ORIGIN} stands for the API's host: \`apiHost\` of /config.json, or this host where that is empty.

- [Guide](/${FILES.en}): keys, calls, lists, webhooks, errors, limits
- [Guide en français](/${FILES.fr})
- Every call: ${ORIGIN}/api/openapi.json (OpenAPI 3.1)
`;

/** The guide as text, for readers without JavaScript and for models (https://llmstxt.org). */
export const guideFiles: Plugin = {
  name: 'guide-files',
  apply: 'build',
  generateBundle() {
    const names = readdirSync(new URL('docs/samples', import.meta.url));
    const samples = Object.fromEntries(names.map((name) => [name, read(`samples/${name}`)]));
    for (const language of ['en', 'fr'] as const) {
      const guide = read(language === 'en' ? 'guide.md' : 'guide.fr.md');
      const source = composeGuide(guide, samples, ORIGIN, language);
      this.emitFile({ type: 'asset', fileName: FILES[language], source });
    }
    this.emitFile({ type: 'asset', fileName: 'llms.txt', source: index });
  },
};
