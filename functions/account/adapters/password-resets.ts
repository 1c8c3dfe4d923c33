import * as z from 'zod/mini';
import { type PasswordChange } from '../../access/adapters/account-writes.ts';
import type { Accounts } from '../../access/adapters/accounts.ts';
import type { User } from '../../access/adapters/user.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  itemNotExists,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { findStoredItem } from '../../platform/dynamo/stored-items.ts';
import { passwordResetKey } from './keys.ts';
import { passwordIdOf } from '../../platform/secrets/account-secrets.ts';

const stored = z.object({
  tokenHash: z.string(),
  userId: z.string(),
  /** SHA-256 of the password hash that the link may replace; the hash itself is not stored. */
  replaces: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
  used: z.boolean(),
});
type Stored = z.infer<typeof stored>;
type NewPasswordReset = Omit<Stored, 'replaces' | 'used'> & Pick<User, 'passwordHash'>;

interface PasswordReset {
  /** SHA-256 of the token in hex. */
  readonly tokenHash: string;
  readonly userId: string;
  /** Whether this is the hash of the forgotten password, the only one the link may replace. */
  readonly replacesHash: (passwordHash: string) => boolean;
}

/** A used token is kept until it expires, so that it cannot be stored again. */
export interface PasswordResets {
  /** Stores a token that can replace the current password. Leaves an existing token unchanged. */
  create(reset: NewPasswordReset): Promise<void>;
  /** Returns undefined if the token is unknown, used or expired. */
  find(tokenHash: string, now: number): Promise<PasswordReset | undefined>;
  /**
   * Changes the password and marks the token as used, in one transaction. Returns false if the
   * token was used or the password was changed in the meantime.
   */
  redeem(reset: PasswordReset, change: PasswordChange): Promise<boolean>;
}

export function createPasswordResets(
  db: Db,
  accounts: Pick<Accounts, 'passwordWrites'>,
): PasswordResets {
  return {
    async create({ passwordHash, ...reset }) {
      const item: Stored = { ...reset, replaces: passwordIdOf(passwordHash), used: false };
      const ttl = Math.ceil(reset.expiresAt / 1000);
      await db.put({ ...passwordResetKey(reset.tokenHash), ...item, ttl }, itemNotExists);
    },

    async find(tokenHash, now) {
      const reset = await findStoredItem(db, stored, passwordResetKey(tokenHash));
      if (!reset || reset.used || reset.expiresAt <= now) return undefined;
      const { userId, replaces } = reset;
      return {
        tokenHash,
        userId,
        replacesHash: (passwordHash) => passwordIdOf(passwordHash) === replaces,
      };
    },

    async redeem({ tokenHash, userId }, change) {
      const canceled = await db.transact([
        updateWrite(
          passwordResetKey(tokenHash),
          updateExpression({ used: true }),
          where({ used: false }),
        ),
        ...accounts.passwordWrites(userId, change),
      ]);
      return canceled === undefined;
    },
  };
}
