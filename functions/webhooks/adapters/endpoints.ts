import { MAX_ENDPOINTS } from '../../../shared/model/webhook.ts';
import type { Accounts } from '../../access/adapters/accounts.ts';
import type { User } from '../../access/adapters/user.ts';
import { testOwnerOf, userIdOf } from '../../access/rules/owner.ts';
import type { Ids } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  changes,
  deleteWrite,
  isNew,
  isThere,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { findStored, listStored } from '../../platform/dynamo/stored.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type AccountRuns, accountRuns } from '../rules/account-run.ts';
import {
  type Endpoint,
  type EndpointChange,
  type EndpointHealth,
  type NewEndpoint,
  OVERLAP_MS,
  storedEndpoint,
} from '../rules/endpoint.ts';
import { createEndpointSecrets } from './endpoint-secrets.ts';
import { ENDPOINT_PREFIX, endpointCountKey, endpointKey } from './keys.ts';

/** An endpoint with its secret in the clear, which is shown once. */
interface Opened {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

/** The condition that one more endpoint may be counted. */
const HAS_ROOM = {
  text: 'attribute_not_exists(#total) OR #total < :most',
  names: { '#total': 'total' },
  values: { ':most': MAX_ENDPOINTS },
};

const countWrite = (userId: string, change: 1 | -1) =>
  updateWrite(
    endpointCountKey(userId),
    changes({}, { total: change }),
    change > 0 ? HAS_ROOM : isThere,
  );

/**
 * Endpoints on the single table. Moments are epoch milliseconds. One that a key made has ended as
 * soon as its owner has this key no more: nobody finds it then, and the next run deletes it.
 */
export function createEndpoints(db: Db, secrets: Secrets, ids: Ids, accounts: Accounts) {
  const sealed = createEndpointSecrets(secrets, ids);
  const stored = (userId: string): Promise<Endpoint[]> =>
    listStored(db, storedEndpoint, { partition: userPartition(userId), prefix: ENDPOINT_PREFIX });

  /** Those of one owner whose key is there. The profile is read where it is not at hand. */
  async function liveOf(all: readonly Endpoint[], owner?: User): Promise<Endpoint[]> {
    const { key, userId = '' } = all.find((each) => each.key) ?? {};
    const user: Partial<User> = owner ?? (key && (await accounts.get(userIdOf(userId)))) ?? {};
    const hashes = new Set([user.apiKeyHash, user.testKeyHash, ...(user.namedKeyHashes ?? [])]);
    return all.filter((each) => !each.key || hashes.has(each.key.hash));
  }

  const endpoints = {
    /** Oldest first. */
    list: async (userId: string, owner?: User): Promise<Endpoint[]> =>
      liveOf(await stored(userId), owner),

    async get(userId: string, id: string, owner?: User): Promise<Endpoint | undefined> {
      const endpoint = await findStored(db, storedEndpoint, endpointKey(userId, id));
      return endpoint && (await liveOf([endpoint], owner))[0];
    },

    /** As `list`; those that have ended with their key are deleted. */
    async deleteEnded(userId: string, owner?: User): Promise<Endpoint[]> {
      const all = await stored(userId);
      const live = await liveOf(all, owner);
      for (const each of all) if (!live.includes(each)) await endpoints.delete(userId, each.id);
      return live;
    },

    /** Undefined when the user has as many as there may be. */
    async create(wanted: NewEndpoint): Promise<Opened | undefined> {
      const made = await sealed.make(wanted);
      const endpoint: Endpoint = {
        ...wanted,
        status: 'on',
        failingSince: null,
        secret: made.sealed,
      };
      const { userId, id } = wanted;
      const cancelled = await db.transact([
        countWrite(userId, 1),
        putWrite({ ...endpointKey(userId, id), ...endpoint }, isNew),
      ]);
      return cancelled ? undefined : { endpoint, secret: made.secret };
    },

    /** Undefined when there is no such endpoint. */
    async update(
      userId: string,
      id: string,
      change: EndpointChange,
    ): Promise<Endpoint | undefined> {
      const item = await db.update(endpointKey(userId, id), changes(change), isThere);
      return item && storedEndpoint.parse(item);
    },

    /** Puts a new secret in the place of the one in use, which signs as well for another day. */
    async rotate(userId: string, id: string, now: number): Promise<Opened | undefined> {
      const made = await sealed.make({ userId, id });
      const item = await db.update(
        endpointKey(userId, id),
        {
          text: 'SET formerSecret = #secret, #secret = :secret, formerUntil = :until',
          names: { '#secret': 'secret' },
          values: { ':secret': made.sealed, ':until': now + OVERLAP_MS },
        },
        isThere,
      );
      return item && { endpoint: storedEndpoint.parse(item), secret: made.secret };
    },

    /** False when there is no such endpoint. What waits for it is left to its worker. */
    async delete(userId: string, id: string): Promise<boolean> {
      const cancelled = await db.transact([
        deleteWrite(endpointKey(userId, id), isThere),
        countWrite(userId, -1),
      ]);
      return cancelled === undefined;
    },

    /** Seals the secrets of a user anew, where the key was replaced since. */
    async reseal(userId: string): Promise<{ resealed: number; unreadable: number }> {
      const done = { resealed: 0, unreadable: 0 };
      for (const owner of [userId, testOwnerOf(userId)])
        for (const endpoint of await stored(owner)) {
          const { resealed, unreadable } = await sealed.reseal(db, endpoint);
          done.resealed += resealed;
          done.unreadable += unreadable;
        }
      return done;
    },

    /** The secrets that sign, in the clear, the current one first. */
    secretsOf: sealed.open,

    /** Of the URL that was asked; another one, given meanwhile, has told nothing yet. */
    async noteHealth({ userId, id, url }: Endpoint, health: EndpointHealth): Promise<void> {
      await db.update(endpointKey(userId, id), changes(health), where({ url }));
    },

    /** Part of the transaction that adds a test event, one at a time. */
    testWrite: ({ userId, id, testId }: Endpoint, next: string): TransactionStep =>
      updateWrite(endpointKey(userId, id), changes({ testId: next }), where({ id, testId })),

    /** Leaves the account's endpoints to one worker for so long; undefined where it has none. */
    async takeLease(
      userId: string,
      now: number,
      ms: number,
    ): Promise<AccountRuns | 'busy' | undefined> {
      const item = await db.update(endpointCountKey(userId), changes({ busyUntil: now + ms }), {
        text: 'attribute_exists(PK) AND (attribute_not_exists(#busyUntil) OR #busyUntil <= :now)',
        values: { ':now': now },
      });
      if (item) return accountRuns.parse(item);
      return (await db.get(endpointCountKey(userId))) && 'busy';
    },

    /** `until` is what the lease was taken until; one that somebody else has by then stays. */
    async releaseLease(userId: string, until: number, runs: AccountRuns): Promise<void> {
      await db.update(
        endpointCountKey(userId),
        changes({ busyUntil: undefined, ...runs }),
        where({ busyUntil: until }),
      );
    },
  };
  return endpoints;
}
