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

/** An endpoint with its secret in the clear, which is only shown once. */
interface Opened {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

/** Condition that the user has not reached the maximum number of endpoints. */
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
 * Endpoints on the single table. Times are epoch milliseconds. An endpoint created with an API key
 * ends when its owner no longer has that key: it is no longer found, and the next run deletes it.
 */
export interface Endpoints extends EndpointLeases {
  /** Endpoints of a user, oldest first. */
  list(userId: string, owner?: User): Promise<Endpoint[]>;
  get(userId: string, id: string, owner?: User): Promise<Endpoint | undefined>;
  /** Like `list`, but also deletes the endpoints whose key is gone. */
  deleteEnded(userId: string, owner?: User): Promise<Endpoint[]>;
  /** Undefined if the user already has the maximum number of endpoints. */
  create(wanted: NewEndpoint): Promise<Opened | undefined>;
  /** Undefined when there is no such endpoint. */
  update(userId: string, id: string, change: EndpointChange): Promise<Endpoint | undefined>;
  /** Replaces the current secret; the old one keeps signing for another day. */
  rotate(userId: string, id: string, now: number): Promise<Opened | undefined>;
  /** False if there is no such endpoint. Its worker ends the deliveries that still wait. */
  delete(userId: string, id: string): Promise<boolean>;
  /** Reseals the secrets of a user if the sealing key was replaced. */
  reseal(userId: string): Promise<{ resealed: number; unreadable: number }>;
  /** Opens the signing secrets; the current one comes first. */
  secretsOf: EndpointSecrets['open'];
  /** Stores the health of the URL that was called, unless the endpoint's URL has changed since. */
  noteHealth(endpoint: Endpoint, health: EndpointHealth): Promise<void>;
  /** A transaction step that adds a test event, limited to one at a time. */
  testWrite(endpoint: Endpoint, next: string): TransactionStep;
}

export function createEndpoints(db: Db, secrets: Secrets, ids: Ids, accounts: Accounts): Endpoints {
  const sealed = createEndpointSecrets(secrets, ids);
  const stored = (userId: string): Promise<Endpoint[]> =>
    listStored(db, storedEndpoint, { partition: userPartition(userId), prefix: ENDPOINT_PREFIX });

  /** Endpoints of one owner whose API key still exists. Loads the profile unless it is given. */
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
