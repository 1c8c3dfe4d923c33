/**
 * The headers of the web app's own answers. `storage` is the origin that takes uploads and serves
 * results: pages post files to it.
 */
export const securityHeaders = (storage: string): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'self'",
    `connect-src 'self' ${storage}`,
    "img-src 'self' data:",
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${storage}`,
    "frame-ancestors 'none'",
  ].join('; '),
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
