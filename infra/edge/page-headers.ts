import { createHash } from 'node:crypto';

interface PagePolicy {
  readonly storage: readonly string[];
  /** Content of index.html; only its inline scripts are allowed to run. */
  readonly html: string;
}

export const formatContentSecurityPolicy = ({ storage, html }: PagePolicy): string =>
  [
    "default-src 'self'",
    ['script-src', "'self'", ...inlineScripts(html).map(hashSource)].join(' '),
    ['connect-src', "'self'", ...storage].join(' '),
    "img-src 'self' data:",
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    ['form-action', "'self'", ...storage].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');

export const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=()';
export const REFERRER_POLICY = 'strict-origin-when-cross-origin';

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);

/** CSP source expression for an inline script: https://www.w3.org/TR/CSP3/#external-hash */
const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
