import { changedValues } from '../access/changed-values.ts';
import type { AccessChange } from '../access/adapters/access-changes.ts';
import type { Caller } from '../access/authenticate.ts';
import { isTestOwner } from '../access/rules/owner.ts';
import { type CallOf, originOf } from '../access/origin.ts';
import type { StoredEndpoint } from './rules/endpoint.ts';

/** What the log shows of an endpoint. A URL's path may contain a secret of the receiver. */
const shownOf = ({ url, events, description, status }: StoredEndpoint) => ({
  host: new URL(url).host,
  events,
  description,
  status,
});

export const endpointValues = (before: StoredEndpoint, after: StoredEndpoint) =>
  changedValues(shownOf(before), shownOf(after));

/**
 * Returns the arguments that announce a change of an endpoint to the owner of the account, which
 * is the user of the caller. Sends no email about endpoints of test keys, which get no real events.
 */
export const describeEndpointChange = (
  call: CallOf<Caller>,
  { userId, id, url }: Pick<StoredEndpoint, 'id' | 'url' | 'userId'>,
  what: AccessChange['what'],
  values: Partial<ReturnType<typeof changedValues>> = {},
) =>
  [
    call.caller.account.id,
    { kind: 'endpoint', what, target: id, name: new URL(url).host, by: originOf(call), ...values },
    !isTestOwner(userId),
  ] as const;
