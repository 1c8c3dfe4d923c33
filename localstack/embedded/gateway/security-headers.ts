import { createHash } from 'node:crypto';

interface PagePolicy {
  /** The origin that takes uploads and serves results: pages post files to it. */
  readonly storage: string;
  /** index.html, whose inline scripts are the only ones that run. */
  readonly html: string;
}

/** The headers of the web app's own answers. */
export const securityHeaders = ({ storage, html }: PagePolicy): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'self'",
    ['script-src', "'self'", ...inlineScripts(html).map(hashSource)].join(' '),
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

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);

/** https://www.w3.org/TR/CSP3/#external-hash */
const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
