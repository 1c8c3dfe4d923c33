import * as z from 'zod/mini';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { createAddressHmacs, findItemsByAddress } from '../../platform/dynamo/address-hmacs.ts';
import type { Db, Query } from '../../platform/dynamo/db.ts';
import { where } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { forEachConcurrently } from '../../platform/for-each-concurrently.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { BOUNCED_PREFIX, bouncedKey } from './keys.ts';

export const BOUNCED_RETENTION_MS = 365 * DAY_MS;
const CONCURRENCY = 16;

/** A bounced email: the time of the bounce (ISO 8601) and the name of the mailing. */
const storedBounce = z.object({ at: z.string(), name: z.string() });
export type Bounce = Readonly<z.infer<typeof storedBounce>>;

/**
 * Addresses to which a customer's emails bounced, stored as HMACs for 365 days after the bounce.
 * `functions/bounces` adds them with the id of their bounce report (`source`) and, if the report
 * names a list, the id of that list. They are removed with the report or the list.
 */
export interface BouncedAddresses {
  add(
    userId: string,
    origin: { readonly source: string; readonly listId?: string },
    bounces: readonly (Bounce & { readonly address: string })[],
  ): Promise<void>;
  /** Removes the bounces of a report or list, except those that another report has since added. */
  remove(
    userId: string,
    of: { readonly source: string } | { readonly listId: string },
  ): Promise<void>;
  /** The bounces of addresses; addresses that did not bounce are missing. */
  find(userId: string, addresses: readonly string[]): Promise<ReadonlyMap<string, Bounce>>;
  /**
   * Loads all bounces of a user, and returns a predicate for testing many addresses; undefined if
   * there are none.
   */
  loadPredicate(userId: string): Promise<((address: string) => boolean) | undefined>;
}

const bouncesOf = (userId: string): Query => ({
  partition: userPartition(userId),
  prefix: BOUNCED_PREFIX,
});

export function createBouncedAddresses(db: Db, secrets: Secrets): BouncedAddresses {
  return {
    async add(userId, origin, bounces) {
      const hmacsOf = await createAddressHmacs(secrets, userId);
      await forEachConcurrently(bounces, CONCURRENCY, async ({ address, at, name }) => {
        const [hmac = ''] = hmacsOf(address);
        const ttl = Math.ceil((Date.parse(at) + BOUNCED_RETENTION_MS) / 1000);
        await db.put({ ...bouncedKey(userId, hmac), at, name, ...origin, ttl });
      });
    },

    async remove(userId, of) {
      await forEachConcurrently(
        db.query(bouncesOf(userId)),
        CONCURRENCY,
        async ({ SK, ...bounce }) => {
          if (Object.entries(of).some(([name, value]) => bounce[name] !== value)) return;
          const hmac = String(SK).slice(BOUNCED_PREFIX.length);
          await db.delete(bouncedKey(userId, hmac), where(of));
        },
      );
    },

    async find(userId, addresses) {
      // Most accounts have no bounces, so one read replaces up to a hundred.
      if ((await db.page(bouncesOf(userId), 0, 1)).length === 0) return new Map();
      const keyOf = (hmac: string) => bouncedKey(userId, hmac);
      const items = await findItemsByAddress(db, secrets, userId, addresses, keyOf);
      return new Map(
        Array.from(items, ([address, item]) => [address, z.parse(storedBounce, item)]),
      );
    },

    async loadPredicate(userId) {
      const hmacsOf = await createAddressHmacs(secrets, userId);
      const hmacs = new Set<string>();
      for await (const { SK } of db.query({ ...bouncesOf(userId), projection: { text: 'SK' } }))
        hmacs.add(String(SK).slice(BOUNCED_PREFIX.length));
      if (hmacs.size === 0) return undefined;
      return (address) => hmacsOf(address).some((hmac) => hmacs.has(hmac));
    },
  };
}
