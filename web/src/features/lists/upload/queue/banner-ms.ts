/** How long the banner about sent files is shown. */
export const BANNER_MS = 10_000;
