/** How long the banner about uploaded files is shown. */
export const UPLOAD_BANNER_MS = 10_000;
