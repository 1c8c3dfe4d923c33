import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import type { IdGenerator } from '../clock.ts';
import type { Db } from '../dynamo/db.ts';
import { updateExpression, where } from '../dynamo/expression.ts';
import type { Key } from '../dynamo/key.ts';
import type { KeyPurpose, Secrets } from './secrets.ts';

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

/**
 * Encrypts values for storage in the table with the key of one purpose. A value can be decrypted
 * only under the `name` for which it was encrypted.
 */
export interface Sealer {
  seal(name: string, text: string): Promise<string>;
  /** Returns a decryption function, which throws if none of our secrets sealed the copy. */
  opener(): Promise<(name: string, copy: string) => string>;
  /**
   * Reseals the copies in an item that are not sealed with the current secret. Copies that cannot
   * be decrypted remain unchanged.
   * @param copies sealed copies by field
   * @param onUnreadable receives the error for each copy that cannot be decrypted
   */
  reseal(
    db: Db,
    key: Key,
    name: string,
    copies: Readonly<Record<string, string | undefined>>,
    onUnreadable?: (error: unknown) => void,
  ): Promise<{ readonly resealed: number; readonly unreadable: number }>;
}

export function createSealer(secrets: Secrets, ids: IdGenerator, purpose: KeyPurpose): Sealer {
  const sealFor = async (name: string, text: string): Promise<string> =>
    seal(await secrets.key(purpose), Buffer.from(ids.token(12), 'base64url'), name, text);

  async function opener(): Promise<(name: string, copy: string) => string> {
    const keys = await secrets.keys(purpose);
    return (name, copy) => unseal(keys, name, copy);
  }

  return {
    seal: sealFor,
    opener,

    async reseal(db, key, name, copies, onUnreadable = () => {}) {
      const counts = { resealed: 0, unreadable: 0 };
      const current = await secrets.key(purpose);
      const open = await opener();
      for (const [field, sealed] of Object.entries(copies)) {
        if (sealed === undefined || isSealedWith(current, sealed)) continue;
        let text: string;
        try {
          text = open(name, sealed);
        } catch (error) {
          onUnreadable(error);
          counts.unreadable += 1;
          continue;
        }
        const resealed = await sealFor(name, text);
        // If the copy was replaced in the meantime, it is already sealed with the current secret.
        if (
          await db.update(key, updateExpression({ [field]: resealed }), where({ [field]: sealed }))
        )
          counts.resealed += 1;
      }
      return counts;
    },
  };
}
