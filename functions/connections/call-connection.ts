import { AppError } from '../../shared/contract/errors.ts';
import { nameServiceAccount } from '../../shared/model/connections/service-name.ts';
import { createMailId, createMailMessage } from '../mail/create-mail-message.ts';
import type { StoredConnection } from './adapters/connections.ts';
import type { ConnectionsDeps } from './deps.ts';
import { type Service, type ServiceCall, ServiceError } from './rules/service.ts';

export type CallConnectionDeps = Pick<
  ConnectionsDeps,
  'accounts' | 'connections' | 'mailQueue' | 'serviceCalls' | 'services'
>;

/** @throws {AppError} `not_found` */
export async function requireConnection(
  { connections }: Pick<ConnectionsDeps, 'connections'>,
  userId: string,
  id: string,
): Promise<StoredConnection> {
  const connection = await connections.get(userId, id);
  if (!connection) throw new AppError('not_found');
  return connection;
}

export const nameOf = ({ service, name }: Pick<StoredConnection, 'service' | 'name'>): string =>
  nameServiceAccount(service, name);

/**
 * Emails the owner once per key. The email comes first, so that a repetition completes an
 * interrupted call.
 */
async function recordRevocation(
  { accounts, connections, mailQueue }: CallConnectionDeps,
  connection: StoredConnection,
): Promise<void> {
  const { userId, id, sealed } = connection;
  const owner = await accounts.get(userId);
  if (owner) {
    const params = { connection: nameOf(connection) };
    const mailId = createMailId('connection', userId, id, sealed);
    await mailQueue.send(
      createMailMessage(owner, mailId, { template: 'connection_revoked', params }),
    );
  }
  await connections.setRevoked(connection);
}

/**
 * Calls the service of a connection. Records a key that the service does not accept, so that no
 * further call uses it.
 * @throws {ServiceError}
 */
export async function callConnection<Result>(
  deps: CallConnectionDeps,
  connection: StoredConnection,
  work: (service: Service, call: ServiceCall) => Promise<Result>,
): Promise<Result> {
  const { connections, serviceCalls, services } = deps;
  const service = services[connection.service];
  if (connection.state === 'revoked')
    throw new ServiceError('revoked', `the key of ${service.name} was refused before`);
  let used = connection;
  try {
    const { credentials, current } = await connections.readCredentials(connection);
    used = current;
    return await work(service, serviceCalls.open(service, credentials));
  } catch (error) {
    if (error instanceof ServiceError && error.failure === 'revoked')
      await recordRevocation(deps, used);
    throw error;
  }
}

/**
 * Translates failures of a service for routes. @throws {AppError} `service_failed` with its
 * `reason`
 */
export async function translateFailure<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { failure: reason, retryAfterMs } = error;
    const retryAfter = retryAfterMs === undefined ? {} : { retryAfter: retryAfterMs / 1000 };
    throw new AppError('service_failed', { body: { reason }, ...retryAfter }, { cause: error });
  }
}
