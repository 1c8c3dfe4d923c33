import * as z from 'zod/mini';
import { LANGUAGES, ROLE, USER_STATUS } from '../../../shared/model/account.ts';
import type { Accounts, Registration, User } from '../ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Item, WriteItem } from '../../platform/dynamo/db.ts';
import { customerKey, emailKey, otpKey, userKey } from './keys.ts';

/** How long an account waits for its verification before it is deleted. */
const UNVERIFIED_DAYS = 7;

const stored: z.ZodMiniType<User> = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(ROLE),
  status: z.enum(USER_STATUS),
  verified: z.boolean(),
  language: z.enum(LANGUAGES),
  passwordHash: z.string(),
  createdAt: z.string(),
  terms: z.optional(z.object({ version: z.string(), at: z.string(), ip: z.string() })),
  paid: z.boolean(),
  apiKeyHash: z.optional(z.string()),
  apiKeySealed: z.optional(z.string()),
  planId: z.optional(z.string()),
  stripeCustomerId: z.optional(z.string()),
  partnerKey: z.optional(z.string()),
});

const userOf = (item: Item | undefined): User | undefined => item && stored.parse(item);

/**
 * Accounts on the single table: the profile, and a guard item for its address that makes it
 * unique. Both carry the same `ttl` until the account is verified.
 */
export function createAccounts(db: Db, clock: Clock): Accounts {
  const table = db.table;

  const newUser = (userId: string, registration: Registration): User => ({
    ...registration,
    id: userId,
    role: ROLE.customer,
    status: USER_STATUS.active,
    verified: false,
    paid: false,
    createdAt: new Date(clock.now()).toISOString(),
  });

  const deadline = (): number => Math.ceil(clock.now() / 1000) + UNVERIFIED_DAYS * 24 * 3600;

  /** A guard that its time has passed, or that is this account's own, may be written over. */
  const guardWrite = (user: User, ttl?: number): WriteItem => ({
    Put: {
      TableName: table,
      Item: { ...emailKey(user.email), userId: user.id, ...(ttl !== undefined && { ttl }) },
      ConditionExpression: 'attribute_not_exists(PK) OR #ttl <= :now OR userId = :user',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': Math.floor(clock.now() / 1000), ':user': user.id },
    },
  });

  const accounts: Accounts = {
    async get(userId) {
      return userOf(await db.get(userKey(userId)));
    },

    async findByEmail(email) {
      const guard = await db.get(emailKey(email));
      return guard && accounts.get(String(guard['userId']));
    },

    async create(userId, registration) {
      const user = newUser(userId, registration);
      const ttl = deadline();
      const cancelled = await db.transact([
        guardWrite(user, ttl),
        {
          Put: {
            TableName: table,
            Item: { ...userKey(userId), ...user, ttl },
            ConditionExpression: 'attribute_not_exists(PK)',
          },
        },
      ]);
      return cancelled ? undefined : user;
    },

    async createProven(userId, registration, role) {
      const user: User = { ...newUser(userId, registration), role, verified: true };
      const cancelled = await db.transact([
        guardWrite(user),
        {
          Put: {
            TableName: table,
            Item: { ...userKey(userId), ...user },
            ConditionExpression: 'attribute_not_exists(PK)',
          },
        },
      ]);
      return cancelled ? undefined : user;
    },

    async reregister({ id, status }, registration) {
      const user = { ...newUser(id, registration), status };
      const ttl = deadline();
      const cancelled = await db.transact([
        guardWrite(user, ttl),
        {
          Put: {
            TableName: table,
            Item: { ...userKey(id), ...user, ttl },
            ConditionExpression: 'verified = :no',
            ExpressionAttributeValues: { ':no': false },
          },
        },
        {
          Update: {
            TableName: table,
            Key: { ...otpKey(id) },
            UpdateExpression: 'REMOVE challengeId, mac, expiresAt, tries SET #ttl = :ttl',
            ExpressionAttributeNames: { '#ttl': 'ttl' },
            ExpressionAttributeValues: { ':ttl': ttl },
          },
        },
      ]);
      return cancelled ? undefined : user;
    },

    async verify(userId, challengeId) {
      const user = await accounts.get(userId);
      if (!user) return false;
      const cancelled = await db.transact([
        {
          Update: {
            TableName: table,
            Key: { ...userKey(userId) },
            UpdateExpression: 'SET verified = :yes REMOVE #ttl',
            ConditionExpression: 'verified = :no',
            ExpressionAttributeNames: { '#ttl': 'ttl' },
            ExpressionAttributeValues: { ':yes': true, ':no': false },
          },
        },
        {
          Update: {
            TableName: table,
            Key: { ...emailKey(user.email) },
            UpdateExpression: 'REMOVE #ttl',
            ConditionExpression: 'userId = :user',
            ExpressionAttributeNames: { '#ttl': 'ttl' },
            ExpressionAttributeValues: { ':user': userId },
          },
        },
        {
          Delete: {
            TableName: table,
            Key: { ...otpKey(userId) },
            ConditionExpression: 'challengeId = :challenge',
            ExpressionAttributeValues: { ':challenge': challengeId },
          },
        },
      ]);
      return cancelled === undefined;
    },

    async replacePasswordHash(userId, from, to) {
      const updated = await db.update(
        userKey(userId),
        { text: 'SET passwordHash = :to', values: { ':to': to } },
        { text: 'passwordHash = :from', values: { ':from': from } },
      );
      return updated !== undefined;
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
      await db.transact([
        {
          Update: {
            TableName: table,
            Key: { ...userKey(userId) },
            UpdateExpression: 'REMOVE stripeCustomerId, planId',
            ConditionExpression: 'stripeCustomerId = :customer',
            ExpressionAttributeValues: { ':customer': customerId },
          },
        },
        { Delete: { TableName: table, Key: { ...customerKey(customerId) } } },
      ]);
    },

    whileThere: (userId) => ({
      ConditionCheck: {
        TableName: table,
        Key: { ...userKey(userId) },
        // What is kept of a closed account has no password.
        ConditionExpression: 'attribute_exists(passwordHash)',
      },
    }),

    async setPlan(userId, planId) {
      const change =
        planId === undefined
          ? { text: 'REMOVE planId' }
          : { text: 'SET planId = :plan', values: { ':plan': planId } };
      await db.update(userKey(userId), change, { text: 'attribute_exists(PK)' });
    },
  };
  return accounts;
}
