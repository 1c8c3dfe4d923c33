import {
  type Language,
  ROLE,
  type Role,
  USER_STATUS,
  type UserStatus,
} from '../../../shared/model/account.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  changes,
  checkWrite,
  isNew,
  isThere,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { directoryWrites } from './directory-writes.ts';
import { removalOf } from './account-removal.ts';
import { customerKey, emailKey, userKey } from './keys.ts';
import { normalAddress } from '../../../shared/address/read-address.ts';
import { storedUser, type User } from './user.ts';

/** What a registration brings; the rest of the account is given by the rules. */
export type Registration = Pick<
  User,
  'email' | 'firstName' | 'lastName' | 'language' | 'passwordHash' | 'partnerKey'
>;

/** A new password in the place of one that was proven, or forgotten. Both are hashes. */
export interface PasswordChange {
  readonly from: string;
  readonly to: string;
  /** All sessions opened before have ended, but the excepted one. Epoch milliseconds. */
  readonly at: number;
  readonly except?: string;
}

interface ProfileChange {
  readonly firstName: string;
  readonly lastName: string;
  readonly password?: PasswordChange;
}

const userOf = (item: Item | undefined): User | undefined => item && storedUser.parse(item);

/** A change of the password, with what else is to be set on the profile. */
const passwordWrite = (
  userId: string,
  { from, to, at, except }: PasswordChange,
  more: Item = {},
): TransactionStep =>
  updateWrite(
    userKey(userId),
    changes({ ...more, passwordHash: to, sessionsEnded: { at, ...(except && { except }) } }),
    where({ passwordHash: from }),
  );

/**
 * The accounts of the product: each has a proven address, and no other has the same one. Reads are
 * strongly consistent.
 */
export interface Accounts {
  get(userId: string): Promise<User | undefined>;
  /** The account that holds an address, in whatever spelling. */
  findByEmail(email: string): Promise<User | undefined>;
  /** Undefined when the address is taken. Throws a TypeError for what is no address. */
  create(userId: string, registration: Registration, role?: Role): Promise<User | undefined>;
  /** For a transaction of more: the writes hold as long as the address and the id are free. */
  draft(
    userId: string,
    registration: Registration,
    role?: Role,
  ): { readonly user: User; readonly writes: readonly TransactionStep[] };
  /** They hold as long as the account is as it was read. */
  deleteWrites(user: User): readonly TransactionStep[];
  /** The write of another password, for a larger transaction; it holds while `from` is in use. */
  passwordWrite(userId: string, change: PasswordChange, more?: Item): TransactionStep;
  /** False when the account is gone or its hash is no longer `from`. */
  replacePasswordHash(userId: string, from: string, to: string): Promise<boolean>;
  /** The account afterwards. Undefined when it is gone, or its password is not `from`. */
  update(user: User, change: ProfileChange): Promise<User | undefined>;
  /** The account afterwards; undefined when it is gone. */
  setLanguage(userId: string, language: Language): Promise<User | undefined>;
  /** The account afterwards; the first acceptance of a version stays as it was. */
  acceptTerms(userId: string, terms: NonNullable<User['terms']>): Promise<User | undefined>;
  /** Notes that mail to the account does not arrive. Nothing when it is gone. */
  setMailUndeliverable(userId: string, mark: User['mailUndeliverable']): Promise<void>;
  findByCustomer(customerId: string): Promise<User | undefined>;
  /** The account afterwards, with the customer it had before where there was one. */
  setCustomer(userId: string, customerId: string): Promise<User | undefined>;
  /** Removes this customer from an account that still has it; it still leads to the account. */
  leaveCustomer(userId: string, customerId: string): Promise<void>;
  /** Removes this customer, which no longer exists, from an account that still has it. */
  clearCustomer(userId: string, customerId: string): Promise<void>;
  /** Holds while there is an account of this id, which was not closed. */
  requireAccount(userId: string): TransactionStep;
  /** Holds while this is the hash of the account's password, and the account is active. */
  requirePassword(user: Pick<User, 'id' | 'passwordHash'>): TransactionStep;
  /** The write that notes whether the account's credits are watched, for a larger transaction. */
  alertWrite(userId: string, watched: boolean): TransactionStep;
  /** The plan the account subscribes to; neither for none. Nothing when the account is gone. */
  setPlan(userId: string, plan: Pick<User, 'planId' | 'renewal'>): Promise<void>;
  /** Activates or deactivates a customer. False when there is no customer of this id. */
  setStatus(userId: string, status: UserStatus): Promise<boolean>;
}

/** Accounts on the single table: the profile, and a guard item that makes its address unique. */
export function createAccounts(db: Db, clock: Clock): Accounts {
  const accounts: Accounts = {
    async get(userId) {
      return userOf(await db.get(userKey(userId)));
    },

    async findByEmail(email) {
      const address = normalAddress(email);
      const guard = address === undefined ? undefined : await db.get(emailKey(address));
      return guard && accounts.get(String(guard['userId']));
    },

    async create(userId, registration, role) {
      const { user, writes } = accounts.draft(userId, registration, role);
      return (await db.transact(writes)) ? undefined : user;
    },

    draft(userId, registration, role = ROLE.customer) {
      const address = normalAddress(registration.email);
      if (address === undefined) throw new TypeError('an account needs an email address');
      const user: User = {
        ...registration,
        id: userId,
        role,
        status: USER_STATUS.active,
        paid: false,
        createdAt: new Date(clock.now()).toISOString(),
      };
      return {
        user,
        writes: [
          putWrite({ ...emailKey(address), userId }, isNew),
          putWrite({ ...userKey(userId), ...user }, isNew),
          ...directoryWrites.enter(clock.now(), user),
        ],
      };
    },

    deleteWrites: (user) => [...removalOf(user), ...directoryWrites.leave(clock.now(), user)],

    passwordWrite,

    async replacePasswordHash(userId, from, to) {
      const unchanged = where({ passwordHash: from });
      const updated = await db.update(userKey(userId), changes({ passwordHash: to }), unchanged);
      return updated !== undefined;
    },

    async update(user, { firstName, lastName, password }) {
      const names = { firstName, lastName };
      const profile = password
        ? passwordWrite(user.id, password, names)
        : updateWrite(userKey(user.id), changes(names), where({ id: user.id }));
      const cancelled = await db.transact([
        profile,
        ...directoryWrites.rename(clock.now(), { ...user, ...names }),
      ]);
      return cancelled ? undefined : accounts.get(user.id);
    },

    async setLanguage(userId, language) {
      const known = where({ id: userId });
      return userOf(await db.update(userKey(userId), changes({ language }), known));
    },

    async acceptTerms(userId, terms) {
      const updated = await db.update(userKey(userId), changes({ terms }), {
        text: 'attribute_exists(PK) AND (attribute_not_exists(terms) OR terms.version <> :version)',
        values: { ':version': terms.version },
      });
      return updated ? userOf(updated) : accounts.get(userId);
    },

    async setMailUndeliverable(userId, mark) {
      await db.update(userKey(userId), changes({ mailUndeliverable: mark }), where({ id: userId }));
    },

    async findByCustomer(customerId) {
      const item = await db.get(customerKey(customerId));
      return item && accounts.get(String(item['userId']));
    },

    async setCustomer(userId, customerId) {
      await db.transact([
        updateWrite(
          userKey(userId),
          changes({ stripeCustomerId: customerId }),
          where({ id: userId, stripeCustomerId: undefined }),
        ),
        putWrite({ ...customerKey(customerId), userId }),
      ]);
      return accounts.get(userId);
    },

    async leaveCustomer(userId, customerId) {
      await db.update(
        userKey(userId),
        changes({ stripeCustomerId: undefined, planId: undefined, renewal: undefined }),
        where({ stripeCustomerId: customerId }),
      );
    },

    async clearCustomer(userId, customerId) {
      // The look-up goes last, and also where there is no profile any more.
      await accounts.leaveCustomer(userId, customerId);
      await db.delete(customerKey(customerId), where({ userId }));
    },

    requireAccount: (userId) =>
      // What is kept of a closed account has no password.
      checkWrite(userKey(userId), { text: 'attribute_exists(passwordHash)' }),

    requirePassword: ({ id, passwordHash }) =>
      checkWrite(userKey(id), where({ passwordHash, status: USER_STATUS.active })),

    alertWrite: (userId, watched) =>
      updateWrite(
        userKey(userId),
        changes({ watched: watched || undefined }),
        where({ id: userId }),
      ),

    async setPlan(userId, plan) {
      const { planId, renewal } = plan;
      await db.update(userKey(userId), changes({ planId, renewal }), isThere);
    },

    async setStatus(userId, status) {
      const customer = { id: userId, role: ROLE.customer, status };
      const cancelled = await db.transact([
        updateWrite(userKey(userId), changes({ status }), where({ role: ROLE.customer })),
        ...directoryWrites.setStatus(clock.now(), customer),
      ]);
      return cancelled === undefined;
    },
  };
  return accounts;
}
