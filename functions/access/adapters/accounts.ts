import { ROLE, type Role, USER_STATUS, type UserStatus } from '../../../shared/model/account.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Item, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  itemNotExists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { type AccountCustomers, createAccountCustomers } from './account-customers.ts';
import { accountWrites, type AccountWrites, type PasswordChange } from './account-writes.ts';
import { directoryWrites } from './directory-writes.ts';
import { accountDeleteWrites } from './account-removal.ts';
import { emailKey, userKey } from './keys.ts';
import { normalizeAddress } from '../../../packages/verifier/src/address/read-address.ts';
import { storedUser, type User } from './user.ts';
import {
  isPasswordMoved,
  passwordIdOf,
  passwordKey,
} from '../../platform/secrets/account-secrets.ts';

export type Registration = Pick<
  User,
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'language'
  | 'passwordHash'
  | 'partnerKey'
  | 'memberOnly'
  | 'joined'
>;
/** Without a password, a person logs in only with single sign-on until a reset link sets one. */
export type NewPerson = Omit<Registration, 'passwordHash'> &
  Partial<Pick<Registration, 'passwordHash'>>;

interface ProfileChange {
  readonly firstName: string;
  readonly lastName: string;
  readonly password?: PasswordChange;
}

const userOf = (item: Item | undefined): User | undefined => item && storedUser.parse(item);

/** Accounts, each with a verified, unique address. Reads are strongly consistent. */
export interface Accounts extends AccountCustomers, AccountWrites {
  get(userId: string): Promise<User | undefined>;
  /** Finds the account of an address in any spelling. */
  findByEmail(email: string): Promise<User | undefined>;
  /**
   * Returns the new account, or undefined if the address is taken.
   * @throws {TypeError} for an invalid address
   */
  create(userId: string, registration: Registration, role?: Role): Promise<User | undefined>;
  /** Returns a new account and its writes, which fail if the address or the id is taken. */
  draft(
    userId: string,
    registration: NewPerson,
    role?: Role,
  ): { readonly user: User; readonly writes: readonly TransactionStep[] };
  /** The writes open an account for a person who has none. They fail if the person has one. */
  openWrites(person: User): readonly TransactionStep[];
  /** The writes fail if the account has changed since the read. */
  deleteWrites(user: User): readonly TransactionStep[];
  /**
   * Returns the hash of the password; undefined without a user. Makes as many reads as for a user
   * whose hash was moved, so that the duration does not reveal whether the user exists.
   */
  readPasswordHash(user: User | undefined): Promise<string | undefined>;
  /** Moves the password hash out of the profile. Does nothing if it changes meanwhile. */
  moveSecrets(userId: string): Promise<void>;
  /** Returns false if the account is gone or the profile's `passwordHash` is not `from`. */
  replacePasswordHash(userId: string, from: string, to: string): Promise<boolean>;
  /** Returns undefined if the account is gone or, on a password change, `from` is not current. */
  update(user: User, change: ProfileChange): Promise<User | undefined>;
  /** Returns undefined if the account is gone. */
  setPreference(
    userId: string,
    preference: Partial<
      Pick<User, 'accountName' | 'company' | 'language' | 'requiresFactor' | 'sso'>
    >,
    ...also: readonly TransactionStep[]
  ): Promise<User | undefined>;
  /** Returns undefined if the account is gone. Stores only the first acceptance of each version. */
  acceptTerms(userId: string, terms: NonNullable<User['terms']>): Promise<User | undefined>;
  /**
   * Records that email to the account bounces or was reported as spam. Does nothing if the account
   * is gone.
   */
  setMailUndeliverable(userId: string, mark: User['mailUndeliverable']): Promise<void>;
  /**
   * Schedules or cancels the removal of all factors, or the return of a reset by email. Returns false
   * if the user has no factors and the address is not lost.
   */
  setFactorReset(userId: string, reset: User['factorReset']): Promise<boolean>;
  /**
   * Activates or deactivates a customer, or a person without an account. Returns false if there is
   * none with this id.
   */
  setStatus(userId: string, status: UserStatus): Promise<boolean>;
}

/** Stores each account as a profile and a guard item that keeps the address unique. */
export function createAccounts(db: Db, clock: Clock): Accounts {
  const get = async (userId: string): Promise<User | undefined> =>
    userOf(await db.get(userKey(userId)));

  const accounts: Accounts = {
    ...accountWrites,
    ...createAccountCustomers(db, get),
    get,

    async findByEmail(email) {
      const address = normalizeAddress(email);
      const guard = address === undefined ? undefined : await db.get(emailKey(address));
      return guard && get(String(guard['userId']));
    },

    async create(userId, registration, role) {
      const { user, writes } = accounts.draft(userId, registration, role);
      return (await db.transact(writes)) ? undefined : user;
    },

    draft(userId, { passwordHash, ...registration }, role = ROLE.customer) {
      const address = normalizeAddress(registration.email);
      if (address === undefined) throw new TypeError('no email address');
      const user: User = {
        ...registration,
        // No password matches the default, which a password reset replaces.
        passwordHash: passwordIdOf(passwordHash ?? `none of ${userId}`),
        id: userId,
        role,
        status: USER_STATUS.active,
        paid: false,
        createdAt: new Date(clock.now()).toISOString(),
      };
      return {
        user,
        writes: [
          putWrite({ ...emailKey(address), userId }, itemNotExists),
          putWrite({ ...userKey(userId), ...user }, itemNotExists),
          ...(passwordHash === undefined
            ? []
            : [putWrite({ ...passwordKey(userId), passwordHash })]),
          ...directoryWrites.add(clock.now(), user),
        ],
      };
    },

    openWrites: (person) => [
      updateWrite(
        userKey(person.id),
        updateExpression({ memberOnly: undefined }),
        where({ id: person.id, memberOnly: true }),
      ),
      ...directoryWrites.add(clock.now(), { ...person, memberOnly: undefined }),
    ],

    deleteWrites: (user) => [
      ...accountDeleteWrites(user),
      ...directoryWrites.remove(clock.now(), user),
    ],

    async readPasswordHash(user) {
      if (user && !isPasswordMoved(user.passwordHash)) return user.passwordHash;
      const item = await db.get(passwordKey(user?.id ?? ''));
      return item && String(item['passwordHash']);
    },

    async moveSecrets(userId) {
      const { passwordHash } = (await get(userId)) ?? {};
      if (passwordHash !== undefined && !isPasswordMoved(passwordHash))
        await accounts.replacePasswordHash(userId, passwordHash, passwordHash);
    },

    async replacePasswordHash(userId, from, to) {
      return (await db.transact(accounts.hashWrites(userId, { from, to }))) === undefined;
    },

    async update(user, { firstName, lastName, password }) {
      const names = { firstName, lastName };
      const profile = password
        ? accounts.passwordWrites(user.id, password, names)
        : [updateWrite(userKey(user.id), updateExpression(names), where({ id: user.id }))];
      const canceled = await db.transact([
        ...profile,
        ...directoryWrites.rename(clock.now(), { ...user, ...names }),
      ]);
      return canceled ? undefined : get(user.id);
    },

    async setPreference(userId, preference, ...also) {
      const accountExists = where({ id: userId });
      const write = updateWrite(userKey(userId), updateExpression(preference), accountExists);
      return (await db.transact([write, ...also])) ? undefined : get(userId);
    },

    async acceptTerms(userId, terms) {
      const updated = await db.update(userKey(userId), updateExpression({ terms }), {
        text: 'attribute_exists(PK) AND (attribute_not_exists(terms) OR terms.version <> :version)',
        values: { ':version': terms.version },
      });
      return updated ? userOf(updated) : get(userId);
    },

    async setMailUndeliverable(userId, mark) {
      await db.update(
        userKey(userId),
        updateExpression({ mailUndeliverable: mark }),
        where({ id: userId }),
      );
    },

    async setFactorReset(userId, reset) {
      const hasFactors = { text: 'attribute_exists(factors) OR attribute_exists(addressLost)' };
      const write = updateExpression({ factorReset: reset });
      return (await db.update(userKey(userId), write, hasFactors)) !== undefined;
    },

    async setStatus(userId, status) {
      const user = await get(userId);
      if (user?.role !== ROLE.customer) return false;
      const { role, memberOnly } = user;
      const canceled = await db.transact([
        updateWrite(userKey(userId), updateExpression({ status }), where({ role, memberOnly })),
        ...directoryWrites.setStatus(clock.now(), { ...user, status }),
      ]);
      return canceled === undefined;
    },
  };
  return accounts;
}
