import * as z from 'zod/mini';
import { CONNECTION_STATES } from '../../../shared/model/connections/connection.ts';
import { SERVICES } from '../../../shared/model/connections/service-name.ts';
import type { IdGenerator } from '../../platform/clock.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  conditionCheck,
  deleteWrite,
  itemExists,
  itemNotExists,
  putWrite,
  updateExpression,
  where,
} from '../../platform/dynamo/expression.ts';
import { PENDING_ITEMS } from '../../platform/dynamo/key.ts';
import { queryDueItems } from '../../platform/dynamo/query-due-items.ts';
import { createItemReader } from '../../platform/dynamo/stored-items.ts';
import { createSealer } from '../../platform/secrets/sealer.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { readingHourOf } from '../rules/bounce-read.ts';
import type { Credentials } from '../rules/service.ts';
import type { ServiceLogins } from './service-logins.ts';
import { connectionKey, dueReadKey, dueReadPrefix } from './keys.ts';

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

const connectionRef = z.object({ userId: z.string(), id: z.string() });
type ConnectionRef = Readonly<z.infer<typeof connectionRef>>;

const storedCredentials = z.object({
  token: z.string(),
  dataCenter: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  expiresAt: z.optional(z.number()),
});

/** Store of customers' accounts at other services, with their sealed keys. */
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
  /**
   * Returns credentials that remain valid for a run, with the connection that contains them. Stores
   * them if they had to be renewed.
   * @throws {ServiceError} `revoked` if they cannot be renewed
   */
  readCredentials(
    connection: StoredConnection,
  ): Promise<{ readonly credentials: Credentials; readonly current: StoredConnection }>;
  /** Returns false if this is already recorded, or if the key was replaced. */
  setRevoked(connection: StoredConnection): Promise<boolean>;
  /** Revokes the tokens of a login, and deletes a connection. Returns false if it is gone. */
  delete(userId: string, id: string, ...also: readonly TransactionStep[]): Promise<boolean>;
  /**
   * Lists the connections of all accounts whose bounces are read in an hour of the day (two
   * digits).
   */
  listDueReads(hour: string): AsyncIterable<ConnectionRef>;
  /** Stops the daily reads of a connection that was deleted with its account. */
  endReads(ref: ConnectionRef): Promise<void>;
  /** Reseals the credentials that are not sealed with the current secret. */
  reseal(userId: string): Promise<{ resealed: number; unreadable: number }>;
}

const sealNameOf = ({ userId, id }: ConnectionRef): string => `${userId}#${id}`;
const dueKeyOf = ({ userId, id }: ConnectionRef) => dueReadKey(userId, id, readingHourOf(id));

export function createConnections(
  db: Db,
  secrets: Secrets,
  ids: IdGenerator,
  logins: Pick<ServiceLogins, 'refresh' | 'revoke'>,
): Connections {
  const sealer = createSealer(secrets, ids, 'connection');
  const openCredentials = async (connection: StoredConnection): Promise<Credentials> => {
    const open = await sealer.opener();
    const text = open(sealNameOf(connection), connection.sealed);
    return storedCredentials.parse(JSON.parse(text));
  };
  const reader = createItemReader(db, storedConnection, connectionKey);
  const connections: Connections = {
    get: reader.get,

    async list(userId) {
      const all = await reader.list(userId);
      return all.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    },

    async save(connection, credentials, ...also) {
      const sealed = await sealer.seal(sealNameOf(connection), JSON.stringify(credentials));
      const stored = { ...connection, sealed };
      await db.transact([
        putWrite({ ...connectionKey(stored.userId, stored.id), ...stored }),
        putWrite({ ...dueKeyOf(stored), userId: stored.userId, id: stored.id }),
        ...also,
      ]);
      return stored;
    },

    async readCredentials(connection) {
      const { userId, id, service } = connection;
      const stored = await openCredentials(connection);
      const credentials = await logins.refresh(service, stored);
      if (!credentials) return { credentials: stored, current: connection };
      const sealed = await sealer.seal(sealNameOf(connection), JSON.stringify(credentials));
      const isSame = where({ sealed: connection.sealed });
      // A concurrent call may have stored its own token; both are valid.
      await db.update(connectionKey(userId, id), updateExpression({ sealed }), isSame);
      return { credentials, current: { ...connection, sealed } };
    },

    async setRevoked({ userId, id, sealed }) {
      const revoked = updateExpression({ state: 'revoked' });
      const isSame = where({ state: 'active', sealed });
      return (await db.update(connectionKey(userId, id), revoked, isSame)) !== undefined;
    },

    async delete(userId, id, ...also) {
      const found = await connections.get(userId, id);
      if (!found) return false;
      // Credentials that cannot be opened, because their secret is lost, must not prevent this.
      const credentials = await openCredentials(found).catch(() => undefined);
      if (credentials) await logins.revoke(found.service, credentials);
      const connection = deleteWrite(connectionKey(userId, id), itemExists);
      return !(await db.transact([connection, deleteWrite(dueKeyOf({ userId, id })), ...also]));
    },

    listDueReads: (hour) =>
      queryDueItems(db, connectionRef, PENDING_ITEMS, { prefix: dueReadPrefix(hour) }),

    async endReads(ref) {
      const isGone = conditionCheck(connectionKey(ref.userId, ref.id), itemNotExists);
      await db.transact([isGone, deleteWrite(dueKeyOf(ref))]);
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
