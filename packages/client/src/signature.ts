export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

/** Whoever knows or guesses the key can sign: an unset or truncated setting is none. */
const MIN_SECRET_BYTES = 16;

/** @throws TypeError if a secret is missing, malformed (undefined) or too short */
export function checkedSecret(
  secret: Uint8Array<ArrayBuffer> | undefined,
  which: string,
): Uint8Array<ArrayBuffer> {
  if (secret && secret.length >= MIN_SECRET_BYTES) return secret;
  throw new TypeError(`Give the secret of the ${which}: it has at least ${MIN_SECRET_BYTES} bytes`);
}

/** Verifies a base64 signature: HMAC with SHA-256. */
export async function isSigned(
  text: string,
  signature: string,
  secret: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['verify']);
  return crypto.subtle.verify(hmac, key, bytesOf(signature), new TextEncoder().encode(text));
}
