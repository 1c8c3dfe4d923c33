/** Origin of the API in the samples, which a deployment and the page's script replace. */
export const SAMPLE_ORIGIN = 'http://localhost:3000';

/** Paragraphs that name our packages. */
const PACKAGES = /\{\{#packages\}\}\n+([^]*?)\{\{\/packages\}\}\n+/g;

/**
 * Leaves out the paragraphs that name our packages, because someone else could register the
 * unpublished names and steal keys. `packageParagraphs` returns the paragraphs, for stages whose
 * packages are published.
 * @param replacement Markdown that marks the place of each paragraph
 */
export const withoutPackages = (guide: string, replacement = ''): string =>
  guide.replaceAll(PACKAGES, replacement);

export const packageParagraphs = (guide: string): string[] =>
  Array.from(guide.matchAll(PACKAGES), ([, paragraphs = '']) => paragraphs);
