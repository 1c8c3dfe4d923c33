import * as z from 'zod/mini';
import { LANGUAGES } from '../../../shared/model/account.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import { queryDueItems } from '../../platform/dynamo/query-due-items.ts';
import { itemNotExistsOrExpired, itemExists, putWrite } from '../../platform/dynamo/expression.ts';
import { PENDING_ITEMS } from '../../platform/dynamo/key.ts';
import { findStoredItem, queryStoredItems } from '../../platform/dynamo/stored-items.ts';
import type { Accounts } from '../../access/adapters/accounts.ts';
import type { User } from '../../access/adapters/user.ts';
import { TOMBSTONE_RETENTION_YEARS, ttlYearsAfter } from '../../../shared/model/retention.ts';
import {
  CLOSED_PARTITION,
  formerAddressKey,
  formerOwnerKey,
  pendingClosureKey,
  tombstoneKey,
} from './keys.ts';

const storedOwner = z.object({
  userId: z.string(),
  email: z.string(),
  firstName: z.string(),
  language: z.enum(LANGUAGES),
  stripeCustomerId: z.optional(z.string()),
  accountName: z.optional(z.string()),
  /** Ids of the members, and of the owner of a transferred account, who still list the account. */
  members: z.optional(z.array(z.string())),
});
/** Contact and payment data of an owner, kept until all steps of the closing are complete. */
export type FormerOwner = Readonly<z.infer<typeof storedOwner>>;

const storedTombstone = z.object({
  userId: z.string(),
  closedAt: z.string(),
  /** HMAC-SHA256 of the mailbox in hex, which later shows that the mailbox had an account. */
  emailHmac: z.string(),
  terms: z.optional(z.object({ version: z.string(), at: z.string(), ip: z.string() })),
  /** Completed steps of closing the account, with their times. */
  steps: z.record(z.string(), z.string()),
});
/**
 * Record of a closed account. Its user id can no longer be linked to a person. Times are ISO 8601
 * UTC.
 */
export type Tombstone = Readonly<z.infer<typeof storedTombstone>>;

const storedPending = z.object({ userId: z.string() });

export interface ClosedAccounts {
  /**
   * Replaces the profile, the address and the API keys with a tombstone in one transaction.
   * Afterward, nobody can log in, and the address is free. Owner data for the remaining steps is
   * stored separately until `deleteOwner`. Returns false and writes nothing if the account has
   * changed or no longer exists.
   */
  close(user: User, tombstone: Omit<Tombstone, 'userId' | 'terms' | 'steps'>): Promise<boolean>;
  find(userId: string): Promise<Tombstone | undefined>;
  /** Whether a mailbox received welcome credits, or had an account, in the last five years. */
  hadAddress(emailHmac: string): Promise<boolean>;
  /** Returns the write that makes `hadAddress` true. It fails if `hadAddress` is already true. */
  addressWrite(emailHmac: string): TransactionStep;
  list(): AsyncIterable<Tombstone>;
  getOwner(userId: string): Promise<FormerOwner | undefined>;
  deleteOwner(userId: string): Promise<void>;
  /** Records a completed step. A step that is already recorded keeps its time. */
  recordStep(userId: string, step: string, at: string): Promise<void>;
  pendingItems(): AsyncIterable<Pick<Tombstone, 'userId'>>;
  deletePending(userId: string): Promise<void>;
}

export function createClosedAccountStore(
  db: Db,
  clock: Clock,
  accounts: Pick<Accounts, 'deleteWrites'>,
): ClosedAccounts {
  return {
    async close(user, { closedAt, emailHmac }) {
      const { id: userId, email, firstName, language, stripeCustomerId, terms } = user;
      const contact = { userId, email, firstName, language, stripeCustomerId };
      const { accountName } = user;
      const ids = [
        ...(user.members ?? []).map(({ id }) => id),
        ...(user.owner ? [user.owner] : []),
      ];
      const members = ids.length > 0 ? ids : undefined;
      const owner: FormerOwner = { ...contact, accountName, members };
      const tombstone: Tombstone = { userId, closedAt, emailHmac, terms, steps: {} };
      const ttl = ttlYearsAfter(closedAt, TOMBSTONE_RETENTION_YEARS);
      const canceled = await db.transact([
        ...accounts.deleteWrites(user),
        putWrite({ ...formerOwnerKey(userId), ...owner }),
        putWrite({ ...tombstoneKey(userId), ...tombstone, ttl }),
        putWrite({ ...formerAddressKey(emailHmac), ttl }),
        putWrite({ ...pendingClosureKey(userId), userId }),
      ]);
      return canceled === undefined;
    },

    find: (userId) => findStoredItem(db, storedTombstone, tombstoneKey(userId)),

    async hadAddress(emailHmac) {
      return (await db.get(formerAddressKey(emailHmac))) !== undefined;
    },

    addressWrite: (emailHmac) => {
      const ttl = ttlYearsAfter(new Date(clock.now()).toISOString(), TOMBSTONE_RETENTION_YEARS);
      const condition = itemNotExistsOrExpired(Math.floor(clock.now() / 1000));
      return putWrite({ ...formerAddressKey(emailHmac), ttl }, condition);
    },

    list: () =>
      queryStoredItems(db, storedTombstone, { partition: CLOSED_PARTITION, prefix: 'USER#' }),

    getOwner: (userId) => findStoredItem(db, storedOwner, formerOwnerKey(userId)),

    async deleteOwner(userId) {
      await db.delete(formerOwnerKey(userId));
    },

    async recordStep(userId, step, at) {
      await db.update(
        tombstoneKey(userId),
        {
          text: 'SET #steps.#step = if_not_exists(#steps.#step, :at)',
          names: { '#steps': 'steps', '#step': step },
          values: { ':at': at },
        },
        itemExists,
      );
    },

    pendingItems: () => queryDueItems(db, storedPending, PENDING_ITEMS, { prefix: 'CLOSING#' }),

    async deletePending(userId) {
      await db.delete(pendingClosureKey(userId));
    },
  };
}
