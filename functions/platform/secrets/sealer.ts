import type { IdGenerator } from '../clock.ts';
import type { Db } from '../dynamo/db.ts';
import { updateExpression, where } from '../dynamo/expression.ts';
import type { Key } from '../dynamo/key.ts';
import { isSealedWith, seal, unseal } from './seal.ts';
import type { KeyPurpose, Secrets } from './secrets.ts';

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
   * be decrypted stay unchanged.
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
