/** The only version of Stripe's API that the fake speaks; the one the SDK is pinned to. */
export const API_VERSION = '2026-10-28.endive';
