import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PasswordReset, PasswordResets } from '../ports.ts';
import type { Accounts } from '../../access/ports.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { updateWrite, where } from '../../platform/dynamo/expression.ts';
import { passwordResetKey } from './keys.ts';

const stored = z.object({
  tokenHash: z.string(),
  userId: z.string(),
  /** Digest of the password's hash: the item names the password it may replace and holds no copy. */
  replaces: z.string(),
  expiresAt: z.number(),
  used: z.boolean(),
});

/** Reset links on the single table. A used one stays until its time is over, so that it is known. */
export function createPasswordResets(
  db: Db,
  accounts: Pick<Accounts, 'passwordWrite'>,
): PasswordResets {
  const table = db.table;
  return {
    async add({ tokenHash, userId, passwordHash, expiresAt }) {
      const item = {
        tokenHash,
        userId,
        replaces: hash('sha256', passwordHash),
        expiresAt,
        used: false,
      };
      const ttl = Math.ceil(expiresAt / 1000);
      await db.put(
        { ...passwordResetKey(tokenHash), ...item, ttl },
        { text: 'attribute_not_exists(PK)' },
      );
    },

    async find(tokenHash, now) {
      const item = await db.get(passwordResetKey(tokenHash));
      const reset = item && stored.parse(item);
      if (!reset || reset.used || reset.expiresAt <= now) return undefined;
      const { userId, replaces } = reset;
      return {
        tokenHash,
        userId,
        replaces: (passwordHash) => hash('sha256', passwordHash) === replaces,
      };
    },

    async redeem({ tokenHash, userId }: PasswordReset, change) {
      const cancelled = await db.transact([
        updateWrite(
          table,
          passwordResetKey(tokenHash),
          { text: 'SET used = :yes', values: { ':yes': true } },
          where({ used: false }),
        ),
        accounts.passwordWrite(userId, change),
      ]);
      return cancelled === undefined;
    },
  };
}
