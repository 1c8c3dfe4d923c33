/** The bytes of a text in base64 or base64url. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

/** Whether a signature in base64 is that of a text: HMAC with SHA-256. */
export async function isSigned(
  text: string,
  signature: string,
  secret: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['verify']);
  return crypto.subtle.verify(hmac, key, bytesOf(signature), new TextEncoder().encode(text));
}
