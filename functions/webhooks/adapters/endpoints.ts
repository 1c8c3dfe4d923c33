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
  exists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { findStored, listStored } from '../../platform/dynamo/stored.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import {
  type Endpoint,
  type EndpointChange,
  type EndpointHealth,
  type NewEndpoint,
  OVERLAP_MS,
  storedEndpoint,
} from '../rules/endpoint.ts';
import { createEndpointLeases, type EndpointLeases } from './endpoint-leases.ts';
import { createEndpointSecrets, type EndpointSecrets } from './endpoint-secrets.ts';
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
    change > 0 ? HAS_ROOM : exists,
  );

/**
 * Endpoints on the single table. Moments are epoch milliseconds. One that a key made has ended as
 * soon as its owner has this key no more: nobody finds it then, and the next run deletes it.
 */
export interface Endpoints extends EndpointLeases {
  /** Oldest first. */
  list(userId: string, owner?: User): Promise<Endpoint[]>;
  get(userId: string, id: string, owner?: User): Promise<Endpoint | undefined>;
  /** As `list`; those that have ended with their key are deleted. */
  deleteEnded(userId: string, owner?: User): Promise<Endpoint[]>;
  /** Undefined when the user has as many as there may be. */
  create(wanted: NewEndpoint): Promise<Opened | undefined>;
  /** Undefined when there is no such endpoint. */
  update(userId: string, id: string, change: EndpointChange): Promise<Endpoint | undefined>;
  /** Puts a new secret in the place of the one in use, which signs as well for another day. */
  rotate(userId: string, id: string, now: number): Promise<Opened | undefined>;
  /** False when there is no such endpoint. What waits for it is left to its worker. */
  delete(userId: string, id: string): Promise<boolean>;
  /** Seals the secrets of a user anew, where the key was replaced since. */
  reseal(userId: string): Promise<{ resealed: number; unreadable: number }>;
  /** The secrets that sign, in the clear, the current one first. */
  secretsOf: EndpointSecrets['open'];
  /** Stores the health of the URL that was called, unless the endpoint has another one by now. */
  noteHealth(endpoint: Endpoint, health: EndpointHealth): Promise<void>;
  /** Part of the transaction that adds a test event, one at a time. */
  testWrite(endpoint: Endpoint, next: string): TransactionStep;
}

export function createEndpoints(db: Db, secrets: Secrets, ids: Ids, accounts: Accounts): Endpoints {
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

  const endpoints: Endpoints = {
    ...createEndpointLeases(db),

    list: async (userId, owner) => liveOf(await stored(userId), owner),

    async get(userId, id, owner) {
      const endpoint = await findStored(db, storedEndpoint, endpointKey(userId, id));
      return endpoint && (await liveOf([endpoint], owner))[0];
    },

    async deleteEnded(userId, owner) {
      const all = await stored(userId);
      const live = await liveOf(all, owner);
      for (const each of all) if (!live.includes(each)) await endpoints.delete(userId, each.id);
      return live;
    },

    async create(wanted) {
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

    async update(userId, id, change) {
      const item = await db.update(endpointKey(userId, id), changes(change), exists);
      return item && storedEndpoint.parse(item);
    },

    async rotate(userId, id, now) {
      const made = await sealed.make({ userId, id });
      const item = await db.update(
        endpointKey(userId, id),
        {
          text: 'SET formerSecret = #secret, #secret = :secret, formerUntil = :until',
          names: { '#secret': 'secret' },
          values: { ':secret': made.sealed, ':until': now + OVERLAP_MS },
        },
        exists,
      );
      return item && { endpoint: storedEndpoint.parse(item), secret: made.secret };
    },

    async delete(userId, id) {
      const cancelled = await db.transact([
        deleteWrite(endpointKey(userId, id), exists),
        countWrite(userId, -1),
      ]);
      return cancelled === undefined;
    },

    async reseal(userId) {
      const done = { resealed: 0, unreadable: 0 };
      for (const owner of [userId, testOwnerOf(userId)])
        for (const endpoint of await stored(owner)) {
          const { resealed, unreadable } = await sealed.reseal(db, endpoint);
          done.resealed += resealed;
          done.unreadable += unreadable;
        }
      return done;
    },

    secretsOf: sealed.open,

    async noteHealth({ userId, id, url }, health) {
      await db.update(endpointKey(userId, id), changes(health), where({ url }));
    },

    testWrite: ({ userId, id, testId }, next) =>
      updateWrite(endpointKey(userId, id), changes({ testId: next }), where({ id, testId })),
  };
  return endpoints;
}
