import { TamisError } from './error.ts';
import { decodeBase64, requireSecret, isValidSignature } from './signature.ts';
import type { Status } from './types.ts';

/** The address that a visitor typed into a form, and its verdict. */
export interface FormProof {
  readonly email: string;
  readonly status: Status;
}

/** Only HS256 is accepted, because the token must not choose the algorithm (RFC 8725 §3.1). */
const HEADER = '{"alg":"HS256","typ":"JWT"}';

const textOf = (base64url: string): string => new TextDecoder().decode(decodeBase64(base64url));

/**
 * Verifies the field `tamis_token` of a form without a network request, and returns its address and
 * verdict. Compare this address with the submitted one.
 * @param form the secret `fsec_…` and the key `pk_…` of the form
 * @throws TypeError if the secret is missing or shorter than 16 bytes
 * @throws TamisError `wrong_token` if the token is invalid or older than an hour
 */
export async function verifyFormToken(
  token: string,
  form: { readonly secret: string; readonly key: string },
  now: number = Date.now(),
): Promise<FormProof> {
  const secret = requireSecret(new TextEncoder().encode(form.secret), 'form, fsec_…');
  try {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const isProven = await isValidSignature(`${header}.${claims}`, signature, secret);
    const { sub, aud, exp, status } = JSON.parse(textOf(claims)) as {
      readonly sub: string;
      readonly aud: string;
      readonly exp: number;
      readonly status: Status;
    };
    if (isProven && textOf(header) === HEADER && aud === form.key && now < exp * 1000)
      return { email: sub, status };
  } catch {
    // A malformed token is rejected like a token with a wrong signature.
  }
  throw new TamisError({ status: 0, code: 'wrong_token' });
}
