import { AppError } from '../../shared/contract/errors.ts';
import type { Caller } from '../access/authenticate.ts';
import type { WebhooksDeps } from './deps.ts';
import type { Endpoint } from './rules/endpoint.ts';

/** Whether a caller may access an endpoint: any session, or the API key that created it. */
export const isVisibleTo = (caller: Caller, { key }: Endpoint): boolean =>
  caller.via === 'session' || key?.hash === caller.keyHash;

/** @throws {AppError} `not_found`, also for an API key that did not create the endpoint */
export async function requireEndpoint(
  { endpoints }: Pick<WebhooksDeps, 'endpoints'>,
  caller: Caller,
  id: string,
): Promise<Endpoint> {
  const endpoint = await endpoints.get(caller.ownerId, id, caller.user);
  if (!endpoint || !isVisibleTo(caller, endpoint)) throw new AppError('not_found');
  return endpoint;
}
