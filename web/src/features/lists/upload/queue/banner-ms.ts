/** How long the banner about uploaded files is shown. */
export const BANNER_MS = 10_000;
