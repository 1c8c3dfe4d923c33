import { AppError } from '../../shared/contract/errors.ts';
import type { Caller } from '../access/authenticate.ts';
import { ownersOf } from '../access/rules/owner.ts';
import type { WebhooksDeps } from './deps.ts';
import type { StoredEndpoint } from './rules/endpoint.ts';

/** Whether a caller may access an endpoint: any session, or the API key that created it. */
export const isEndpointVisibleTo = (caller: Caller, { key }: StoredEndpoint): boolean =>
  caller.via === 'session' || key?.hash === caller.keyHash;

/** A session may access the endpoints of the test key too. */
const ownersFor = ({ via, ownerId }: Caller): readonly string[] =>
  via === 'session' ? ownersOf(ownerId) : [ownerId];

export async function listVisibleEndpoints(
  { endpoints }: Pick<WebhooksDeps, 'endpoints'>,
  caller: Caller,
): Promise<StoredEndpoint[]> {
  const listOf = (owner: string) => endpoints.list(owner, caller.account);
  const all = await Promise.all(ownersFor(caller).map(listOf));
  return all.flat().filter((each) => isEndpointVisibleTo(caller, each));
}

/** @throws {AppError} `not_found`, also for an API key that did not create the endpoint */
export async function requireEndpoint(
  { endpoints }: Pick<WebhooksDeps, 'endpoints'>,
  caller: Caller,
  id: string,
): Promise<StoredEndpoint> {
  for (const owner of ownersFor(caller)) {
    const endpoint = await endpoints.get(owner, id, caller.account);
    if (endpoint && isEndpointVisibleTo(caller, endpoint)) return endpoint;
  }
  throw new AppError('not_found');
}
