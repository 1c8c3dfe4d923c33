import { createCipheriv, createDecipheriv, hash } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION_BYTES = 6;

/** Returns a version string that identifies a key without revealing it. */
const versionOf = (key: Uint8Array): string =>
  hash('sha256', key, 'buffer').subarray(0, VERSION_BYTES).toString('base64url');

/**
 * Encrypts a string with AES-256-GCM and a 32-byte key, and binds it to `name`: the user's id or,
 * for a webhook secret, the ids of the user and the endpoint. The result is the key's version, a
 * dot, and `nonce | tag | ciphertext` in base64url.
 */
export function seal(key: Uint8Array, nonce: Uint8Array, name: string, text: string): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const bytes = Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  return `${versionOf(key)}.${bytes.toString('base64url')}`;
}

export const isSealedWith = (key: Uint8Array, sealed: string): boolean =>
  sealed.startsWith(`${versionOf(key)}.`);

/**
 * Decrypts a sealed text with the key that sealed it.
 * @throws {Error} if that key is not among `keys`, or the text is bound to another `name` or was
 * modified
 */
export function unseal(keys: readonly Uint8Array[], name: string, sealed: string): string {
  const key = keys.find((each) => isSealedWith(each, sealed));
  if (!key) throw new Error('the copy was sealed with another key');
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  const tagAt = NONCE_BYTES;
  const textAt = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, tagAt), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(tagAt, textAt));
  return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString(
    'utf8',
  );
}
