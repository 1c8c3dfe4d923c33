/** How long what was sent is told of. */
export const BANNER_MS = 10_000;
