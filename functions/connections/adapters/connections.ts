import * as z from 'zod/mini';
import { CONNECTION_STATES } from '../../../shared/model/connections/connection.ts';
import { SERVICES } from '../../../shared/model/connections/service-name.ts';
import type { IdGenerator } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  deleteWrite,
  itemExists,
  putWrite,
  updateExpression,
  where,
} from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { findStoredItem, listStoredItems } from '../../platform/dynamo/stored-items.ts';
import { createSealer } from '../../platform/secrets/sealer.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Credentials } from '../rules/service.ts';
import { CONNECTION_PREFIX, connectionKey } from './keys.ts';

const storedConnection = z.object({
  userId: z.string(),
  id: z.string(),
  service: z.enum(SERVICES),
  /** Name of the account at the service. */
  name: z.string(),
  state: z.enum(CONNECTION_STATES),
  /** ISO 8601 UTC. */
  createdAt: z.string(),
  /** Id of the person who connected the account last. */
  startedBy: z.optional(z.string()),
  /** The credentials as JSON, sealed for the account and the connection. */
  sealed: z.string(),
});
export type StoredConnection = Readonly<z.infer<typeof storedConnection>>;

const storedCredentials = z.object({
  token: z.string(),
  dataCenter: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  expiresAt: z.optional(z.number()),
});

/** Customers' accounts at other services, with their sealed keys. */
export interface Connections {
  get(userId: string, id: string): Promise<StoredConnection | undefined>;
  /** Oldest first. */
  list(userId: string): Promise<StoredConnection[]>;
  /** Adds a connection or replaces its key. */
  save(
    connection: Omit<StoredConnection, 'sealed'>,
    credentials: Credentials,
    ...also: readonly TransactionStep[]
  ): Promise<StoredConnection>;
  readCredentials(connection: StoredConnection): Promise<Credentials>;
  /** Returns false if it is recorded already, or if the key was replaced. */
  setRevoked(connection: StoredConnection): Promise<boolean>;
  delete(userId: string, id: string, ...also: readonly TransactionStep[]): Promise<boolean>;
  /** Reseals the credentials that are not sealed with the current secret. */
  reseal(userId: string): Promise<{ resealed: number; unreadable: number }>;
}

const sealNameOf = ({ userId, id }: Pick<StoredConnection, 'userId' | 'id'>): string =>
  `${userId}#${id}`;

export function createConnections(db: Db, secrets: Secrets, ids: IdGenerator): Connections {
  const sealer = createSealer(secrets, ids, 'connection');
  const connections: Connections = {
    get: (userId, id) => findStoredItem(db, storedConnection, connectionKey(userId, id)),

    async list(userId) {
      const query = { partition: userPartition(userId), prefix: CONNECTION_PREFIX };
      const all = await listStoredItems(db, storedConnection, query);
      return all.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    },

    async save(connection, credentials, ...also) {
      const sealed = await sealer.seal(sealNameOf(connection), JSON.stringify(credentials));
      const stored = { ...connection, sealed };
      await db.transact([
        putWrite({ ...connectionKey(stored.userId, stored.id), ...stored }),
        ...also,
      ]);
      return stored;
    },

    async readCredentials(connection) {
      const open = await sealer.opener();
      return storedCredentials.parse(JSON.parse(open(sealNameOf(connection), connection.sealed)));
    },

    async setRevoked({ userId, id, sealed }) {
      const revoked = updateExpression({ state: 'revoked' });
      const isSame = where({ state: 'active', sealed });
      return (await db.update(connectionKey(userId, id), revoked, isSame)) !== undefined;
    },

    async delete(userId, id, ...also) {
      return !(await db.transact([deleteWrite(connectionKey(userId, id), itemExists), ...also]));
    },

    async reseal(userId) {
      const counts = { resealed: 0, unreadable: 0 };
      for (const { sealed, ...connection } of await connections.list(userId)) {
        const key = connectionKey(userId, connection.id);
        const done = await sealer.reseal(db, key, sealNameOf(connection), { sealed });
        counts.resealed += done.resealed;
        counts.unreadable += done.unreadable;
      }
      return counts;
    },
  };
  return connections;
}
