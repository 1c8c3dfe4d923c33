import { hash } from 'node:crypto';
import { AppError } from '../../shared/contract/errors.ts';
import type { Connection, connectionRoutes } from '../../shared/contract/connections.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import { MAX_CONNECTIONS } from '../../shared/model/connections/connection.ts';
import { type ServiceName } from '../../shared/model/connections/service-name.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { type CallOf, originOf } from '../access/origin.ts';
import type { AccessDeps } from '../access/deps.ts';
import type { StoredConnection } from './adapters/connections.ts';
import type { StoredBounceRead } from './rules/bounce-read.ts';
import { nameOf, requireConnection, translateFailure } from './call-connection.ts';
import type { ConnectionsDeps } from './deps.ts';
import { sendIntents } from './run-work.ts';

/** An account of a service has one id, so that connecting it again replaces its key. */
const connectionIdOf = (service: ServiceName, serviceAccountId: string): string =>
  hash('sha256', `${service}:${serviceAccountId}`).slice(0, 24);

type Call = CallOf<SessionCaller>;
type ChangeDeps = Pick<AccessDeps, 'accessChanges'> & Pick<ConnectionsDeps, 'connections'>;

export const toConnection = (
  { id, service, name, state, createdAt }: StoredConnection,
  reads: readonly StoredBounceRead[],
): Connection => ({
  id,
  service,
  name,
  state,
  created_at: createdAt,
  bounces_read_at: reads.find(({ connectionId }) => connectionId === id)?.readAt ?? null,
});

/**
 * Connects an account of a service, after reading its name with the key, or with the token from the
 * code of a login. Connecting it again replaces the key, and continues the imports and jobs that
 * waited for this.
 * @throws {AppError} `service_failed`, `too_many_connections`
 */
export async function connectAccount(
  deps: ChangeDeps &
    Pick<
      ConnectionsDeps,
      | 'applyJobs'
      | 'clock'
      | 'connectionsQueue'
      | 'imports'
      | 'serviceCalls'
      | 'serviceLogins'
      | 'services'
    >,
  call: Call,
  { service: serviceName, key, login }: BodyOf<(typeof connectionRoutes)['connect']>,
): Promise<StoredConnection> {
  const { accessChanges, applyJobs, clock, connections, connectionsQueue, imports } = deps;
  const { account, person } = call.caller;
  const userId = account.id;
  const service = deps.services[serviceName];
  const credentials = login
    ? await translateFailure(deps.serviceLogins.exchange(serviceName, key))
    : { token: key };
  const described = await translateFailure(
    service.describeAccount(deps.serviceCalls.open(service, credentials)),
  );
  const id = connectionIdOf(serviceName, described.id);
  const all = await connections.list(userId);
  const former = all.find((each) => each.id === id);
  // Concurrent calls may exceed the limit, which only keeps the number small.
  if (!former && all.length >= MAX_CONNECTIONS) throw new AppError('too_many_connections');
  const connection = {
    userId,
    id,
    service: serviceName,
    name: described.name,
    state: 'active',
    createdAt: former?.createdAt ?? new Date(clock.now()).toISOString(),
    startedBy: person.id,
  } as const;
  const announced = await accessChanges.announce(userId, {
    kind: 'connection',
    what: former ? 'changed' : 'added',
    target: id,
    name: nameOf(connection),
    by: originOf(call),
  });
  const isWaiting = ({ connectionId, state }: { connectionId: string; state: string }): boolean =>
    connectionId === id && state === 'paused';
  const findWaiting = async () => {
    const [pausedImports, pausedJobs] = await Promise.all([
      imports.list(userId),
      applyJobs.list(userId),
    ]);
    return [
      ...pausedImports
        .filter(isWaiting)
        .map(({ importId }) => ({ kind: 'import', v: 1, userId, importId }) as const),
      ...pausedJobs
        .filter(isWaiting)
        .map(({ jobId }) => ({ kind: 'apply', v: 1, userId, jobId }) as const),
    ];
  };
  await sendIntents(deps, await findWaiting());
  const saved = await connections.save(connection, credentials, announced);
  await connectionsQueue.send(await findWaiting());
  return saved;
}

/** Deletes the key. Running imports of the account fail. @throws {AppError} `not_found` */
export async function disconnectAccount(deps: ChangeDeps, call: Call, id: string): Promise<void> {
  const userId = call.caller.account.id;
  const connection = await requireConnection(deps, userId, id);
  const announced = await deps.accessChanges.announce(userId, {
    kind: 'connection',
    what: 'removed',
    target: id,
    name: nameOf(connection),
    by: originOf(call),
  });
  if (!(await deps.connections.delete(userId, id, announced))) throw new AppError('not_found');
}
