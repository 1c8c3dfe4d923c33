import type { User } from './user.ts';
import type { KeyKind } from '../../../shared/model/key-kind.ts';
import type { Ids } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { isSealedWith, seal, unseal } from '../../platform/secrets/seal.ts';

/** Where the profile holds the SHA-256 of a key in hex, and the key sealed. */
export const KEY_FIELDS = {
  live: { hash: 'apiKeyHash', sealed: 'apiKeySealed' },
  test: { hash: 'testKeyHash', sealed: 'testKeySealed' },
} as const satisfies Record<KeyKind, { hash: keyof User; sealed: keyof User }>;

const PURPOSE = 'api-key';

/** The sealed copies of keys, from which they are shown again. */
export const createKeyCopies = (secrets: Secrets, ids: Ids, log: Log) => ({
  async seal(userId: string, key: string): Promise<string> {
    const nonce = Buffer.from(ids.token(12), 'base64url');
    return seal(await secrets.key(PURPOSE), nonce, userId, key);
  },

  /** The key in the clear; null without a copy, and for one that no key of ours opens. */
  async open(user: User, kind: KeyKind): Promise<string | null> {
    const copy = user[KEY_FIELDS[kind].sealed];
    if (copy === undefined) return null;
    const keys = await secrets.keys(PURPOSE);
    try {
      return unseal(keys, user.id, copy);
    } catch (error) {
      log.error('api_key_unreadable', error, { userId: user.id, kind });
      return null;
    }
  },

  /** Whether a copy was sealed with the application secret that is in use. */
  isCurrent: async (copy: string): Promise<boolean> =>
    isSealedWith(await secrets.key(PURPOSE), copy),
});
