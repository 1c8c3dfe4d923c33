/** Methods allowed in cross-origin calls. The allowed origin is configured per stage. */
export const CORS_METHODS = ['GET', 'POST', 'DELETE'] as const;

export const CORS_REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'accept-language',
  'x-csrf-token',
  'x-account-id',
  'x-api-key',
  'idempotency-key',
] as const;

export const CORS_EXPOSED_HEADERS = [
  'content-disposition',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
] as const;
