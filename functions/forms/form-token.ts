import { createHmac } from 'node:crypto';
import type { VerdictStatus } from '../../shared/model/verdict.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

/** Lifetime of a token, within which a visitor must submit the form. */
const TOKEN_TTL_SECONDS = 3600;

const encodePart = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');
const macOf = (key: string | Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** The owner's server verifies tokens with this key, which must not appear on a page. */
export const deriveFormSecret = async (secrets: Secrets, formId: string): Promise<string> =>
  `fsec_${macOf(await secrets.key('form'), formId)}`;

/**
 * Signs a verdict, which the owner's server can then verify without calling the API. The token is a
 * JSON Web Token with HMAC-SHA256 (RFC 7519, RFC 7518 §3.2), valid for one address, one form key
 * and one hour.
 * @param now epoch milliseconds
 */
export function signFormToken(
  secret: string,
  answer: { readonly email: string; readonly key: string; readonly status: VerdictStatus },
  now: number,
): string {
  const issued = Math.floor(now / 1000);
  const { email: sub, key: aud, status } = answer;
  const claims = { sub, aud, status, iat: issued, exp: issued + TOKEN_TTL_SECONDS };
  const text = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`;
  return `${text}.${macOf(secret, text)}`;
}
