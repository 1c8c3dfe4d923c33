/** Origin of the API in the samples, which `adaptGuide` replaces. */
export const SAMPLE_ORIGIN = 'http://localhost:3000';

/**
 * Adapts the composed guide to the origin of an API.
 * @param packagesPublished if false, the names of our packages are omitted, because someone else
 *   could register them and steal keys
 */
export const adaptGuide = (guide: string, origin: string, packagesPublished = false): string =>
  guide
    .replaceAll(SAMPLE_ORIGIN, origin)
    .replaceAll(/\{\{#packages\}\}\n+([^]*?)\{\{\/packages\}\}\n+/g, packagesPublished ? '$1' : '');
