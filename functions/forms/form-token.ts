import { createHmac } from 'node:crypto';
import type { VerdictStatus } from '../../shared/model/verdict.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';

/** Time for a visitor to submit the form. */
const TOKEN_TTL_SECONDS = 3600;

const encodePart = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');
const macOf = (key: string | Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Signing key of a form's tokens: only its owner's server has it, no page. */
export const formSecretOf = async (secrets: Secrets, formId: string): Promise<string> =>
  `fsec_${macOf(await secrets.key('form'), formId)}`;

/**
 * A signed verdict that a server verifies without a call: a JSON Web Token with HMAC-SHA256 (RFC
 * 7519, RFC 7518 §3.2), valid for an hour, one address and the key of one form.
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
