import { MAX_ENDPOINTS } from '../../../shared/model/webhook.ts';
import type { Accounts } from '../../access/adapters/accounts.ts';
import type { User } from '../../access/adapters/user.ts';
import { ownersOf, userIdOf } from '../../access/rules/owner.ts';
import { currentActor } from '../../platform/author.ts';
import type { IdGenerator } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  deleteWrite,
  itemNotExists,
  itemExists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { createItemReader } from '../../platform/dynamo/stored-items.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import {
  type StoredEndpoint,
  type EndpointChange,
  type EndpointHealth,
  type NewEndpoint,
  SECRET_OVERLAP_MS,
  storedEndpoint,
} from '../rules/endpoint.ts';
import { createEndpointSecrets, type EndpointSecrets } from './endpoint-secrets.ts';
import { endpointCountKey, endpointKey } from './keys.ts';
import { type CarriedRunState, carriedRunState } from '../rules/account-run-state.ts';

/** Ensures that only one worker at a time handles an account's endpoints. */
interface EndpointLeases {
  /**
   * Leases the account's endpoints for `durationMs`, and returns the state that the account's
   * previous run left. Returns `busy` if another worker has the lease; undefined if the account
   * never had an endpoint.
   */
  takeLease(
    userId: string,
    now: number,
    durationMs: number,
  ): Promise<CarriedRunState | 'busy' | undefined>;
  /** Ends the caller's lease (the one that expires at `expiresAt`), but not another worker's. */
  releaseLease(userId: string, expiresAt: number, runs: CarriedRunState): Promise<void>;
}

const createEndpointLeases = (db: Db): EndpointLeases => ({
  async takeLease(userId, now, durationMs) {
    const item = await db.update(
      endpointCountKey(userId),
      updateExpression({ busyUntil: now + durationMs }),
      {
        text: 'attribute_exists(PK) AND (attribute_not_exists(#busyUntil) OR #busyUntil <= :now)',
        values: { ':now': now },
      },
    );
    if (item) return carriedRunState.parse(item);
    return (await db.get(endpointCountKey(userId))) && 'busy';
  },

  async releaseLease(userId, expiresAt, runs) {
    await db.update(
      endpointCountKey(userId),
      updateExpression({ busyUntil: undefined, ...runs }),
      where({ busyUntil: expiresAt }),
    );
  },
});

/** An endpoint with its plaintext secret, which its owner sees only once. */
interface EndpointWithSecret {
  readonly endpoint: StoredEndpoint;
  readonly secret: string;
}

/** Condition that the user has fewer than the maximum number of endpoints. */
const BELOW_LIMIT = {
  text: 'attribute_not_exists(#total) OR #total < :most',
  names: { '#total': 'total' },
  values: { ':most': MAX_ENDPOINTS },
};

const countWrite = (userId: string, change: 1 | -1) =>
  updateWrite(
    endpointCountKey(userId),
    updateExpression({}, { total: change }),
    change > 0 ? BELOW_LIMIT : itemExists,
  );

/**
 * Stores endpoints. `now` is epoch milliseconds. An endpoint created with an API key disappears
 * when that key is deleted; the next run of the webhook worker deletes its item.
 */
export interface Endpoints extends EndpointLeases {
  /** Endpoints of a user, oldest first. Passing `owner` saves reading the profile. */
  list(userId: string, owner?: User): Promise<StoredEndpoint[]>;
  get(userId: string, id: string, owner?: User): Promise<StoredEndpoint | undefined>;
  /**
   * Like `list`, but also deletes the endpoints whose API key no longer exists. Reads the profile
   * last, because an older profile does not contain the keys of newer endpoints.
   */
  deleteOrphaned(userId: string): Promise<StoredEndpoint[]>;
  /** Returns undefined if the user already has the maximum number of endpoints. */
  create(
    input: NewEndpoint,
    ...also: readonly TransactionStep[]
  ): Promise<EndpointWithSecret | undefined>;
  /** Returns undefined if the endpoint does not exist. */
  update(userId: string, id: string, change: EndpointChange): Promise<StoredEndpoint | undefined>;
  /** Replaces the secret. Events are also signed with the previous secret for another day. */
  rotate(userId: string, id: string, now: number): Promise<EndpointWithSecret | undefined>;
  /** Returns false if the endpoint does not exist. The worker fails its waiting deliveries. */
  delete(userId: string, id: string, ...also: readonly TransactionStep[]): Promise<boolean>;
  /** Reseals the secrets of a user's endpoints after the sealing key was rotated. */
  reseal(userId: string): Promise<{ resealed: number; unreadable: number }>;
  /** Decrypts an endpoint's signing secrets, current first. */
  secretsOf: EndpointSecrets['open'];
  /** Stores nothing and returns false if the endpoint is gone or its URL changed since the read. */
  storeHealth(
    endpoint: StoredEndpoint,
    health: EndpointHealth | Pick<StoredEndpoint, 'status'>,
  ): Promise<boolean>;
  /** The write fails if a concurrent test event was stored first. */
  testWrite(endpoint: StoredEndpoint, next: string): TransactionStep;
}

export function createEndpoints(
  db: Db,
  secrets: Secrets,
  ids: IdGenerator,
  accounts: Accounts,
  log: Log,
): Endpoints {
  const endpointSecrets = createEndpointSecrets(secrets, ids, log);
  const reader = createItemReader(db, storedEndpoint, endpointKey);

  /** Omits endpoints whose API key no longer exists. All endpoints must belong to one user. */
  async function withLiveKey(
    all: readonly StoredEndpoint[],
    owner?: User,
  ): Promise<StoredEndpoint[]> {
    const { key, userId = '' } = all.find((each) => each.key) ?? {};
    const user: Partial<User> = owner ?? (key && (await accounts.get(userIdOf(userId)))) ?? {};
    const hashes = new Set([user.apiKeyHash, user.testKeyHash, ...(user.namedKeyHashes ?? [])]);
    return all.filter((each) => !each.key || hashes.has(each.key.hash));
  }

  const endpoints: Endpoints = {
    ...createEndpointLeases(db),

    list: async (userId, owner) => withLiveKey(await reader.list(userId), owner),

    async get(userId, id, owner) {
      const endpoint = await reader.get(userId, id);
      return endpoint && (await withLiveKey([endpoint], owner))[0];
    },

    async deleteOrphaned(userId) {
      const all = await reader.list(userId);
      const live = await withLiveKey(all);
      for (const each of all) if (!live.includes(each)) await endpoints.delete(userId, each.id);
      return live;
    },

    async create(input, ...also) {
      const created = await endpointSecrets.make(input);
      const endpoint: StoredEndpoint = {
        ...input,
        status: 'on',
        failingSince: null,
        secret: created.sealed,
      };
      const { userId, id } = input;
      const canceled = await db.transact([
        countWrite(userId, 1),
        // Only `AccessItems` reads who created it.
        putWrite({ ...endpointKey(userId, id), ...endpoint, who: currentActor() }, itemNotExists),
        ...also,
      ]);
      return canceled ? undefined : { endpoint, secret: created.secret };
    },

    async update(userId, id, change) {
      const item = await db.update(endpointKey(userId, id), updateExpression(change), itemExists);
      return item && storedEndpoint.parse(item);
    },

    async rotate(userId, id, now) {
      const created = await endpointSecrets.make({ userId, id });
      const item = await db.update(
        endpointKey(userId, id),
        {
          text: 'SET formerSecret = #secret, #secret = :secret, formerUntil = :until',
          names: { '#secret': 'secret' },
          values: { ':secret': created.sealed, ':until': now + SECRET_OVERLAP_MS },
        },
        itemExists,
      );
      return item && { endpoint: storedEndpoint.parse(item), secret: created.secret };
    },

    async delete(userId, id, ...also) {
      const canceled = await db.transact([
        deleteWrite(endpointKey(userId, id), itemExists),
        countWrite(userId, -1),
        ...also,
      ]);
      return canceled === undefined;
    },

    async reseal(userId) {
      const totals = { resealed: 0, unreadable: 0 };
      for (const owner of ownersOf(userId))
        for (const endpoint of await reader.list(owner)) {
          const { resealed, unreadable } = await endpointSecrets.reseal(db, endpoint);
          totals.resealed += resealed;
          totals.unreadable += unreadable;
        }
      return totals;
    },

    secretsOf: endpointSecrets.open,

    async storeHealth({ userId, id, url }, health) {
      const write = updateExpression(health);
      return (await db.update(endpointKey(userId, id), write, where({ url }))) !== undefined;
    },

    testWrite: ({ userId, id, testId }, next) =>
      updateWrite(
        endpointKey(userId, id),
        updateExpression({ testId: next }),
        where({ id, testId }),
      ),
  };
  return endpoints;
}
