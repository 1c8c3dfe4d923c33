import type { DeriveKeyFunction } from 'altcha-lib';

/**
 * PBKDF2 with SHA-256 by Web Crypto, for the captcha's solver: the library's own function is for
 * Node. Throws for any other algorithm.
 */
export const deriveKey: DeriveKeyFunction = async (parameters, salt, password) => {
  const { algorithm, cost, keyLength } = parameters;
  if (algorithm !== 'PBKDF2/SHA-256') throw new TypeError(`${algorithm} is not supported`);
  const key = await crypto.subtle.importKey('raw', copyOf(password), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: copyOf(salt), iterations: cost },
    key,
    keyLength * 8,
  );
  return { derivedKey: new Uint8Array(bits) };
};

/** A copy, as the solver writes its next guess into the same buffer. */
const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
