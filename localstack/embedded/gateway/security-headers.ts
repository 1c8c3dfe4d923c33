import {
  formatContentSecurityPolicy,
  PERMISSIONS_POLICY,
  REFERRER_POLICY,
} from '../../../infra/edge/page-headers.ts';

/** Headers that CloudFront adds to the web app, except HSTS, which needs TLS. */
export const createSecurityHeaders = (policy: {
  /** Origin that receives uploads and serves results. */
  readonly storage: string;
  readonly html: string;
}): Record<string, string> => ({
  'content-security-policy': formatContentSecurityPolicy({ ...policy, storage: [policy.storage] }),
  'access-control-allow-origin': '*',
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': REFERRER_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
