import { USER_STATUS } from '../../../shared/model/account.ts';
import type { FactorKind } from '../../../shared/model/second-factor.ts';
import type { Item, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  conditionCheck,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { userKey } from './keys.ts';
import type { User } from './user.ts';

interface EndedSessions {
  /**
   * Ends all sessions opened before this time (epoch milliseconds), apart from the session with the
   * id `except`.
   */
  readonly at: number;
  readonly except?: string;
}

/**
 * A password change: the hashes of the old password (`from`) and of the new one (`to`). The caller
 * has proven the old password or used a reset link.
 */
export interface PasswordChange extends EndedSessions {
  readonly from: string;
  readonly to: string;
}

interface FactorsChange extends Required<EndedSessions> {
  readonly factors: readonly FactorKind[];
}

/** Writes and conditions on an account, for other adapters' transactions. */
export interface AccountWrites {
  /** Returns the write of a new password. The write fails unless `from` is the current hash. */
  passwordWrite(userId: string, change: PasswordChange, extraFields?: Item): TransactionStep;
  requireAccount(userId: string): TransactionStep;
  /** Returns a condition that the account is active and still has this password hash. */
  requirePassword(user: Pick<User, 'id' | 'passwordHash'>): TransactionStep;
  /** The write also ends other sessions and cancels a pending removal of the factors. */
  factorsWrite(user: Pick<User, 'id'>, change: FactorsChange): TransactionStep;
  /** Returns the write that records whether the account has a low balance alert. */
  alertWrite(userId: string, watched: boolean): TransactionStep;
}

export const accountWrites: AccountWrites = {
  passwordWrite: (userId, { from, to, at, except }, extraFields = {}) =>
    updateWrite(
      userKey(userId),
      updateExpression({
        ...extraFields,
        passwordHash: to,
        sessionsEnded: { at, ...(except && { except }) },
      }),
      where({ passwordHash: from }),
    ),

  requireAccount: (userId) =>
    // The profile of a closed account has no password hash.
    conditionCheck(userKey(userId), { text: 'attribute_exists(passwordHash)' }),

  requirePassword: ({ id, passwordHash }) =>
    conditionCheck(userKey(id), where({ passwordHash, status: USER_STATUS.active })),

  factorsWrite: ({ id }, { factors, at, except }) =>
    updateWrite(
      userKey(id),
      updateExpression({
        factors: factors.length > 0 ? factors : undefined,
        factorReset: undefined,
        sessionsEnded: { at, except },
      }),
      where({ id }),
    ),

  alertWrite: (userId, watched) =>
    updateWrite(
      userKey(userId),
      updateExpression({ watched: watched || undefined }),
      where({ id: userId }),
    ),
};
