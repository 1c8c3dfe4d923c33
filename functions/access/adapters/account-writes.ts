import { USER_STATUS } from '../../../shared/model/account.ts';
import type { Item, TransactionStep } from '../../platform/dynamo/db.ts';
import { changes, checkWrite, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { userKey } from './keys.ts';
import type { User } from './user.ts';

/** A new password in the place of one that was proven, or forgotten. Both are hashes. */
export interface PasswordChange {
  readonly from: string;
  readonly to: string;
  /** All sessions opened before have ended, but the excepted one. Epoch milliseconds. */
  readonly at: number;
  readonly except?: string;
}

/** Writes and conditions on an account, for the transactions of others. */
export interface AccountWrites {
  /** The write of another password, for a larger transaction; it holds while `from` is in use. */
  passwordWrite(userId: string, change: PasswordChange, more?: Item): TransactionStep;
  /** Holds while there is an account of this id, which was not closed. */
  requireAccount(userId: string): TransactionStep;
  /** Holds while this is the hash of the account's password, and the account is active. */
  requirePassword(user: Pick<User, 'id' | 'passwordHash'>): TransactionStep;
  /** The write that notes whether the account's credits are watched, for a larger transaction. */
  alertWrite(userId: string, watched: boolean): TransactionStep;
}

export const accountWrites: AccountWrites = {
  passwordWrite: (userId, { from, to, at, except }, more = {}) =>
    updateWrite(
      userKey(userId),
      changes({ ...more, passwordHash: to, sessionsEnded: { at, ...(except && { except }) } }),
      where({ passwordHash: from }),
    ),

  requireAccount: (userId) =>
    // What is kept of a closed account has no password.
    checkWrite(userKey(userId), { text: 'attribute_exists(passwordHash)' }),

  requirePassword: ({ id, passwordHash }) =>
    checkWrite(userKey(id), where({ passwordHash, status: USER_STATUS.active })),

  alertWrite: (userId, watched) =>
    updateWrite(userKey(userId), changes({ watched: watched || undefined }), where({ id: userId })),
};
