import { TamisError } from './error.ts';
import { bytesOf, isSigned } from './signature.ts';
import type { Status } from './types.ts';

/** What a visitor's address was answered, at a form of yours. */
export interface FormProof {
  readonly email: string;
  readonly status: Status;
}

/** Of `alg` HS256 alone: what signs is agreed upon, and not for the token to choose (RFC 8725 §3.1). */
const HEADER = '{"alg":"HS256","typ":"JWT"}';

const textOf = (base64url: string): string => new TextDecoder().decode(bytesOf(base64url));

/**
 * The address and verdict of the field `tamis_token` of a form, once they are proven. It asks
 * nobody. Compare the address with that of the form.
 * @param form the secret `fsec_…` and the key `pk_…` of the form
 * @throws TamisError `wrong_token`, also of one that is older than an hour
 */
export async function verifyFormToken(
  token: string,
  form: { readonly secret: string; readonly key: string },
  now: number = Date.now(),
): Promise<FormProof> {
  try {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const secret = new TextEncoder().encode(form.secret);
    const isProven = await isSigned(`${header}.${claims}`, signature, secret);
    const { sub, aud, exp, status } = JSON.parse(textOf(claims)) as {
      readonly sub: string;
      readonly aud: string;
      readonly exp: number;
      readonly status: Status;
    };
    if (isProven && textOf(header) === HEADER && aud === form.key && now < exp * 1000)
      return { email: sub, status };
  } catch {
    // What cannot be read is proven by nothing.
  }
  throw new TamisError({ status: 0, code: 'wrong_token' });
}
