/** The origin that samples are written with; readers see the one of the API they use. */
export const SAMPLE_ORIGIN = 'http://localhost:3000';

/**
 * The composed guide for the API at an origin.
 * @param packages whether the packages are published: a name that nobody has taken yet is not told,
 *   as whoever takes it would get the keys of who installs it
 */
export const guideAt = (guide: string, origin: string, packages = false): string =>
  guide
    .replaceAll(SAMPLE_ORIGIN, origin)
    .replaceAll(/\{\{#packages\}\}\n+([^]*?)\{\{\/packages\}\}\n+/g, packages ? '$1' : '');
