import type { Plugin, Rolldown } from 'vite';

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
export const preloadPlugin: Plugin = {
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
