export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

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
