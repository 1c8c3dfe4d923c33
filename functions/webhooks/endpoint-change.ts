import type { AccessChange } from '../access/adapters/access-changes.ts';
import type { Caller } from '../access/authenticate.ts';
import { isTestOwner } from '../access/rules/owner.ts';
import { type CallOf, originOf } from '../access/origin.ts';
import type { StoredEndpoint } from './rules/endpoint.ts';

/**
 * Returns the arguments that announce a change of an endpoint to the owner of the account, which
 * is the user of the caller. Sends no email about endpoints of test keys, which get no real events.
 */
export const describeEndpointChange = (
  call: CallOf<Caller>,
  { userId, id, url }: Pick<StoredEndpoint, 'id' | 'url' | 'userId'>,
  what: AccessChange['what'],
) =>
  [
    call.caller.account.id,
    { kind: 'endpoint', what, target: id, name: new URL(url).host, by: originOf(call) },
    !isTestOwner(userId),
  ] as const;
