/** Origin of the API in the samples, which a deployment and the page's script replace. */
export const SAMPLE_ORIGIN = 'http://localhost:3000';

/** Paragraphs that name our packages. */
const PACKAGES = /\{\{#packages\}\}\n+([^]*?)\{\{\/packages\}\}\n+/g;

/**
 * Leaves out the paragraphs that name our packages, because someone else could register the names
 * and steal keys. `packageParagraphs` returns them, for stages whose packages are published.
 * @param replacement Markdown that marks where they were
 */
export const withoutPackages = (guide: string, replacement = ''): string =>
  guide.replaceAll(PACKAGES, replacement);

export const packageParagraphs = (guide: string): string[] =>
  Array.from(guide.matchAll(PACKAGES), ([, paragraphs = '']) => paragraphs);
