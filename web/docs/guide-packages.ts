/** Origin of the API in the samples, which a deployment and the page's script replace. */
export const SAMPLE_ORIGIN = 'http://localhost:3000';

const PACKAGES = /\{\{#packages\}\}\n+([^]*?)\{\{\/packages\}\}\n+/g;

/**
 * Removes the paragraphs that name our packages, because someone else could register the
 * unpublished names and steal keys. Stages with published packages load these paragraphs
 * separately.
 * @param replacement Markdown that marks the position of each paragraph
 */
export const stripPackageParagraphs = (guide: string, replacement = ''): string =>
  guide.replaceAll(PACKAGES, replacement);

export const extractPackageParagraphs = (guide: string): string[] =>
  Array.from(guide.matchAll(PACKAGES), ([, paragraphs = '']) => paragraphs);
