import { USER_STATUS } from '../../../shared/model/account.ts';
import type { FactorKind } from '../../../shared/model/second-factor.ts';
import type { Item, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  conditionCheck,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import { userKey } from './keys.ts';
import type { User } from './user.ts';
import { passwordIdOf, passwordKey } from '../../platform/secrets/account-secrets.ts';

interface EndedSessions {
  /**
   * Ends all sessions opened before this time (epoch milliseconds), apart from the session with the
   * id `except`.
   */
  readonly at: number;
  readonly except?: string;
}

interface NewPasswordHash {
  /** `passwordHash` of the profile. */
  readonly from: string;
  /** Hash of the new password. */
  readonly to: string;
}

/** A password change. The caller has proven the old password or used a reset link. */
export interface PasswordChange extends EndedSessions, NewPasswordHash {}

interface FactorsChange extends Required<EndedSessions> {
  readonly factors: readonly FactorKind[];
}

/** Writes and conditions on an account, for other adapters' transactions. */
export interface AccountWrites {
  /** Key of the profile of an account. */
  profileKey(userId: string): Key;
  /** The writes of a new password hash fail unless `from` is current. They also move the hash. */
  hashWrites(userId: string, change: NewPasswordHash, extraFields?: Item): TransactionStep[];
  passwordWrites(userId: string, change: PasswordChange, extraFields?: Item): TransactionStep[];
  requireAccount(userId: string): TransactionStep;
  /** Returns a condition that the account is active and still has this password hash. */
  requirePassword(user: Pick<User, 'id' | 'passwordHash'>): TransactionStep;
  /** The write also ends other sessions and cancels a pending removal of the factors. */
  factorsWrite(user: Pick<User, 'id'>, change: FactorsChange): TransactionStep;
  /** Returns the write that records the last invitation. */
  invitationWrite(userId: string, lastInvitation: string): TransactionStep;
  /** Returns the write that records whether the account has a low balance alert. */
  alertWrite(userId: string, watched: boolean): TransactionStep;
}

export const accountWrites: AccountWrites = {
  profileKey: userKey,

  hashWrites: (userId, { from, to }, extraFields = {}) => [
    updateWrite(
      userKey(userId),
      updateExpression({ ...extraFields, passwordHash: passwordIdOf(to) }),
      where({ passwordHash: from }),
    ),
    putWrite({ ...passwordKey(userId), passwordHash: to }),
  ],

  passwordWrites: (userId, { at, except, ...change }, extraFields) =>
    accountWrites.hashWrites(userId, change, {
      ...extraFields,
      sessionsEnded: { at, ...(except && { except }) },
    }),

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

  invitationWrite: (userId, lastInvitation) =>
    updateWrite(userKey(userId), updateExpression({ lastInvitation }), where({ id: userId })),

  alertWrite: (userId, watched) =>
    updateWrite(
      userKey(userId),
      updateExpression({ watched: watched || undefined }),
      where({ id: userId }),
    ),
};
