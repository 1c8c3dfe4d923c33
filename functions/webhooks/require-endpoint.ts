import { AppError } from '../../shared/contract/errors.ts';
import type { Caller } from '../access/authenticate.ts';
import type { WebhooksDeps } from './deps.ts';
import type { StoredEndpoint } from './rules/endpoint.ts';

/** Whether a caller may access an endpoint: any session, or the API key that created it. */
export const isEndpointVisibleTo = (caller: Caller, { key }: StoredEndpoint): boolean =>
  caller.via === 'session' || key?.hash === caller.keyHash;

/** @throws {AppError} `not_found`, also for an API key that did not create the endpoint */
export async function requireEndpoint(
  { endpoints }: Pick<WebhooksDeps, 'endpoints'>,
  caller: Caller,
  id: string,
): Promise<StoredEndpoint> {
  const endpoint = await endpoints.get(caller.ownerId, id, caller.user);
  if (!endpoint || !isEndpointVisibleTo(caller, endpoint)) throw new AppError('not_found');
  return endpoint;
}
