import { Secret, TOTP } from 'otpauth';
import { PRODUCT_NAME } from '../../shared/model/product.ts';

/** @param email account name that the authenticator app shows */
const totpOf = (secret: string, email?: string): TOTP =>
  new TOTP({
    issuer: PRODUCT_NAME,
    secret: Secret.fromBase32(secret),
    ...(email && { label: email }),
  });

export const formatTotpUri = (secret: string, email: string): string =>
  totpOf(secret, email).toString();

/** @param bytes 20 random bytes in base64url, the key size that RFC 4226 recommends */
export const encodeTotpSecret = (bytes: string): string =>
  new Secret({ buffer: Uint8Array.from(Buffer.from(bytes, 'base64url')).buffer }).base32;

/**
 * Returns the number of a code's 30-second period (RFC 6238), or undefined for a wrong code. The
 * caller must reject a second code of the same period. The adjacent periods are accepted, too,
 * because clocks differ.
 */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  // `otpauth` throws for non-ASCII digits.
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = totpOf(secret);
  const delta = totp.validate({ token, timestamp: now, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
