import * as z from 'zod/mini';
import { LANGUAGES } from '../../../shared/model/account.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Item, WriteItem } from '../../platform/dynamo/db.ts';
import type { Key } from '../../platform/dynamo/key.ts';
import { PENDING_PARTITION } from '../../platform/dynamo/key.ts';
import type { ClosedAccounts, FormerOwner, Tombstone } from '../ports.ts';
import type { Accounts } from '../../access/ports.ts';
import { CLOSED_YEARS, yearsAfter } from '../../../shared/model/retention.ts';
import {
  CLOSED_PARTITION,
  formerAddressKey,
  formerOwnerKey,
  pendingClosingKey,
  tombstoneKey,
} from './keys.ts';

const storedOwner: z.ZodMiniType<FormerOwner> = z.object({
  userId: z.string(),
  email: z.string(),
  firstName: z.string(),
  language: z.enum(LANGUAGES),
  stripeCustomerId: z.optional(z.string()),
});

const storedTombstone: z.ZodMiniType<Tombstone> = z.object({
  userId: z.string(),
  closedAt: z.string(),
  emailHmac: z.string(),
  terms: z.optional(z.object({ version: z.string(), at: z.string(), ip: z.string() })),
  steps: z.record(z.string(), z.string()),
});

const storedPending = z.object({ userId: z.string() });

/** Closed accounts on the single table. */
export function createClosedAccounts(
  db: Db,
  clock: Clock,
  accounts: Pick<Accounts, 'removal'>,
): ClosedAccounts {
  const table = db.table;
  const put = (item: Item & Key): WriteItem => ({ Put: { TableName: table, Item: item } });

  return {
    async close(user, { closedAt, emailHmac }) {
      const { id: userId, email, firstName, language, stripeCustomerId, terms } = user;
      const owner: FormerOwner = { userId, email, firstName, language, stripeCustomerId };
      const tombstone: Tombstone = { userId, closedAt, emailHmac, terms, steps: {} };
      const ttl = yearsAfter(closedAt, CLOSED_YEARS);
      const cancelled = await db.transact([
        ...accounts.removal(user),
        put({ ...formerOwnerKey(userId), ...owner }),
        put({ ...tombstoneKey(userId), ...tombstone, ttl }),
        put({ ...formerAddressKey(emailHmac), ttl }),
        put({ ...pendingClosingKey(userId), userId }),
      ]);
      return cancelled === undefined;
    },

    async find(userId) {
      const item = await db.get(tombstoneKey(userId));
      return item && storedTombstone.parse(item);
    },

    async hadAddress(emailHmac) {
      return (await db.get(formerAddressKey(emailHmac))) !== undefined;
    },

    unlessHadAddress: (emailHmac) => ({
      ConditionCheck: {
        TableName: table,
        Key: { ...formerAddressKey(emailHmac) },
        // DynamoDB deletes an item hours after its end.
        ConditionExpression: 'attribute_not_exists(PK) OR #ttl <= :now',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':now': Math.floor(clock.now() / 1000) },
      },
    }),

    async *all() {
      for await (const item of db.query({ partition: CLOSED_PARTITION, prefix: 'USER#' }))
        yield storedTombstone.parse(item);
    },

    async owner(userId) {
      const item = await db.get(formerOwnerKey(userId));
      return item && storedOwner.parse(item);
    },

    async forgetOwner(userId) {
      await db.remove(formerOwnerKey(userId));
    },

    async noteStep(userId, step, at) {
      await db.update(
        tombstoneKey(userId),
        {
          text: 'SET #steps.#step = if_not_exists(#steps.#step, :at)',
          names: { '#steps': 'steps', '#step': step },
          values: { ':at': at },
        },
        { text: 'attribute_exists(PK)' },
      );
    },

    async *pendingItems() {
      for await (const item of db.query({ partition: PENDING_PARTITION, prefix: 'CLOSING#' }))
        yield storedPending.parse(item);
    },

    async removePending(userId) {
      await db.remove(pendingClosingKey(userId));
    },
  };
}
