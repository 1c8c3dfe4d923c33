export const UPLOAD_BANNER_MS = 10_000;
