export const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

/**
 * Minimum length of a secret. Unset and truncated secrets are rejected, because anyone who guesses
 * the key can sign.
 */
const MIN_SECRET_BYTES = 16;

/** @throws TypeError if the secret is missing, malformed (`undefined`) or too short */
export function requireSecret(
  secret: Uint8Array<ArrayBuffer> | undefined,
  which: string,
): Uint8Array<ArrayBuffer> {
  if (secret && secret.length >= MIN_SECRET_BYTES) return secret;
  throw new TypeError(`Pass the secret of the ${which}: it has at least ${MIN_SECRET_BYTES} bytes`);
}

export async function isValidSignature(
  text: string,
  signature: string,
  secret: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['verify']);
  return crypto.subtle.verify(hmac, key, decodeBase64(signature), new TextEncoder().encode(text));
}
