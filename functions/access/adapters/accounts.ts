import * as z from 'zod/mini';
import { LANGUAGES, ROLE, USER_STATUS } from '../../../shared/model/account.ts';
import type { Accounts, PasswordChange, User } from '../ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Item, WriteItem } from '../../platform/dynamo/db.ts';
import { changes, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { directoryWrites } from './directory-writes.ts';
import { apiKeyKey, customerKey, emailKey, userKey } from './keys.ts';
import { normalAddress } from '../../../shared/address/read-address.ts';

const stored: z.ZodMiniType<User> = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(ROLE),
  status: z.enum(USER_STATUS),
  language: z.enum(LANGUAGES),
  passwordHash: z.string(),
  sessionsEnded: z.optional(z.object({ at: z.number(), except: z.optional(z.string()) })),
  createdAt: z.string(),
  terms: z.optional(z.object({ version: z.string(), at: z.string(), ip: z.string() })),
  paid: z.boolean(),
  apiKeyHash: z.optional(z.string()),
  apiKeySealed: z.optional(z.string()),
  testKeyHash: z.optional(z.string()),
  testKeySealed: z.optional(z.string()),
  planId: z.optional(z.string()),
  stripeCustomerId: z.optional(z.string()),
  mailUndeliverable: z.optional(
    z.object({ reason: z.enum(['bounce', 'complaint']), at: z.string() }),
  ),
  partnerKey: z.optional(z.string()),
});

const userOf = (item: Item | undefined): User | undefined => item && stored.parse(item);

/** What of a profile names other items or other services, and must be as it was read. */
const BOUND = [
  'email',
  'apiKeyHash',
  'testKeyHash',
  'stripeCustomerId',
] as const satisfies (keyof User)[];

const creation = (table: string, item: Item): WriteItem => ({
  Put: { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(PK)' },
});

/** Accounts on the single table: the profile, and a guard item that makes its address unique. */
export function createAccounts(db: Db, clock: Clock): Accounts {
  const { table } = db;

  /** A change of the password, with what else is to be set on the profile. */
  const passwordWrite = (
    userId: string,
    { from, to, at, except }: PasswordChange,
    more: Item = {},
  ): WriteItem =>
    updateWrite(
      table,
      userKey(userId),
      changes({ ...more, passwordHash: to, sessionsEnded: { at, ...(except && { except }) } }),
      where({ passwordHash: from }),
    );

  /** Deletes a profile that is as it was read. */
  function removeProfile(user: User): WriteItem {
    const clauses = BOUND.map((name) =>
      user[name] === undefined ? `attribute_not_exists(${name})` : `${name} = :${name}`,
    );
    const values = BOUND.flatMap((name) =>
      user[name] === undefined ? [] : [[`:${name}`, user[name]] as const],
    );
    return {
      Delete: {
        TableName: table,
        Key: { ...userKey(user.id) },
        ConditionExpression: clauses.join(' AND '),
        ExpressionAttributeValues: Object.fromEntries(values),
      },
    };
  }

  const freeAddress = ({ id, email }: User): WriteItem => ({
    Delete: {
      TableName: table,
      Key: { ...emailKey(normalAddress(email) ?? email) },
      ConditionExpression: 'attribute_not_exists(PK) OR userId = :user',
      ExpressionAttributeValues: { ':user': id },
    },
  });

  /** What a key is looked up by: those of the live and of the test key. */
  const removeKeys = ({ apiKeyHash, testKeyHash }: User): WriteItem[] =>
    [apiKeyHash, testKeyHash].flatMap((hash) =>
      hash === undefined ? [] : [{ Delete: { TableName: table, Key: { ...apiKeyKey(hash) } } }],
    );

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
      const items = [
        { ...emailKey(address), userId },
        { ...userKey(userId), ...user },
      ];
      return {
        user,
        writes: [
          ...items.map((item) => creation(table, item)),
          ...directoryWrites.enter({ table, now: clock.now() }, user),
        ],
      };
    },

    removal: (user) => [
      removeProfile(user),
      freeAddress(user),
      ...removeKeys(user),
      ...directoryWrites.leave({ table, now: clock.now() }, user),
    ],

    passwordWrite: (userId, change) => passwordWrite(userId, change),

    async replacePasswordHash(userId, from, to) {
      const updated = await db.update(
        userKey(userId),
        { text: 'SET passwordHash = :to', values: { ':to': to } },
        { text: 'passwordHash = :from', values: { ':from': from } },
      );
      return updated !== undefined;
    },

    async edit(user, { firstName, lastName, password }) {
      const names = { firstName, lastName };
      const profile = password
        ? passwordWrite(user.id, password, names)
        : updateWrite(table, userKey(user.id), changes(names), where({ id: user.id }));
      const cancelled = await db.transact([
        profile,
        ...directoryWrites.rename({ table, now: clock.now() }, { ...user, ...names }),
      ]);
      return cancelled ? undefined : accounts.get(user.id);
    },

    async setLanguage(userId, language) {
      const known = where({ id: userId });
      return userOf(await db.update(userKey(userId), changes({ language }), known));
    },

    async acceptTerms(userId, terms) {
      const updated = await db.update(
        userKey(userId),
        { text: 'SET terms = :terms', values: { ':terms': terms } },
        {
          text: 'attribute_exists(PK) AND (attribute_not_exists(terms) OR terms.version <> :version)',
          values: { ':version': terms.version },
        },
      );
      return updated ? userOf(updated) : accounts.get(userId);
    },

    async setMailUndeliverable(userId, mark) {
      await db.update(userKey(userId), changes({ mailUndeliverable: mark }), where({ id: userId }));
    },

    async findByCustomer(customerId) {
      const item = await db.get(customerKey(customerId));
      return item && String(item['userId']);
    },

    async setCustomer(userId, customerId) {
      await db.transact([
        {
          Update: {
            TableName: table,
            Key: { ...userKey(userId) },
            UpdateExpression: 'SET stripeCustomerId = :customer',
            ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(stripeCustomerId)',
            ExpressionAttributeValues: { ':customer': customerId },
          },
        },
        { Put: { TableName: table, Item: { ...customerKey(customerId), userId } } },
      ]);
      return accounts.get(userId);
    },

    async clearCustomer(userId, customerId) {
      // The look-up goes last, and also where there is no profile any more.
      await db.update(
        userKey(userId),
        { text: 'REMOVE stripeCustomerId, planId' },
        where({ stripeCustomerId: customerId }),
      );
      await db.remove(customerKey(customerId), where({ userId }));
    },

    whileThere: (userId) => ({
      ConditionCheck: {
        TableName: table,
        Key: { ...userKey(userId) },
        // What is kept of a closed account has no password.
        ConditionExpression: 'attribute_exists(passwordHash)',
      },
    }),

    whileCustomer: (customerId) => ({
      ConditionCheck: {
        TableName: table,
        Key: { ...customerKey(customerId) },
        ConditionExpression: 'attribute_exists(PK)',
      },
    }),

    whileOpenTo({ id, passwordHash }) {
      const { text, names, values } = where({ passwordHash, status: USER_STATUS.active });
      return {
        ConditionCheck: {
          TableName: table,
          Key: { ...userKey(id) },
          ConditionExpression: text,
          ExpressionAttributeNames: { ...names },
          ExpressionAttributeValues: { ...values },
        },
      };
    },

    async setPlan(userId, planId) {
      const change =
        planId === undefined
          ? { text: 'REMOVE planId' }
          : { text: 'SET planId = :plan', values: { ':plan': planId } };
      await db.update(userKey(userId), change, { text: 'attribute_exists(PK)' });
    },

    async setStatus(userId, status) {
      const customer = { id: userId, role: ROLE.customer, status };
      const cancelled = await db.transact([
        updateWrite(table, userKey(userId), changes({ status }), where({ role: ROLE.customer })),
        ...directoryWrites.setStatus({ table, now: clock.now() }, customer),
      ]);
      return cancelled === undefined;
    },
  };
  return accounts;
}
