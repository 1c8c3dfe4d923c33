/** Origin in the samples, which is replaced by that of the reader's API. */
export const SAMPLE_ORIGIN = 'http://localhost:3000';

/**
 * Adapts the composed guide to an origin.
 * @param packagesPublished whether the packages are published: otherwise their names are not mentioned,
 *   because someone could register them and steal keys
 */
export const adaptGuide = (guide: string, origin: string, packagesPublished = false): string =>
  guide
    .replaceAll(SAMPLE_ORIGIN, origin)
    .replaceAll(/\{\{#packages\}\}\n+([^]*?)\{\{\/packages\}\}\n+/g, packagesPublished ? '$1' : '');
