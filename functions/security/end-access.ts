import { AppError } from '../../shared/contract/errors.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import type { securityRoutes } from '../../shared/contract/security.ts';
import {
  ACCESS_KINDS,
  type AccessKind,
  isPersonalAccess,
  isShownKey,
} from '../../shared/model/access.ts';
import type { AccessItem } from '../access/adapters/access-items.ts';
import type { User } from '../access/adapters/user.ts';
import { requireRole } from '../access/role.ts';
import { ownersOf } from '../access/rules/owner.ts';
import { logSecurity } from '../access/security-log.ts';
import type { ConnectionsDeps } from '../connections/deps.ts';
import { deleteFactor } from '../factors/change-factors.ts';
import type { FactorsDeps } from '../factors/deps.ts';
import type { FormsDeps } from '../forms/deps.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import type { WebhooksDeps } from '../webhooks/deps.ts';
import { type AccessCaller, accessHolderOf, isVisible } from './access-holder.ts';

type Deps = Parameters<typeof deleteFactor>[0] &
  Pick<FactorsDeps, 'accessItems' | 'apiKeys' | 'memberships' | 'namedKeys'> &
  Pick<ConnectionsDeps, 'connections'> &
  Pick<FormsDeps, 'forms'> &
  Pick<WebhooksDeps, 'endpoints'>;
type Caller = Parameters<typeof deleteFactor>[1] & AccessCaller;

/** Functions that revoke an item of each kind, in the transaction that contains `write`. */
const enders: Readonly<
  Record<
    Exclude<AccessKind, 'factor'>,
    (deps: Deps, user: User, id: string, write: TransactionStep) => Promise<unknown>
  >
> = {
  session: ({ sessions }, user, id, write) => sessions.delete(user.id, id, write),
  key: ({ apiKeys, namedKeys }, user, id, write) =>
    isShownKey(id)
      ? apiKeys.reset(user.id, id === 'test' ? 'test' : 'live', write)
      : namedKeys.revoke(user.id, id, write),
  async endpoint({ endpoints }, user, id, write) {
    for (const owner of ownersOf(user.id)) await endpoints.delete(owner, id, write);
  },
  sso: ({ accounts }, user, _, write) => accounts.setPreference(user.id, { sso: undefined }, write),
  member: ({ memberships }, user, id, write) => memberships.remove(user.id, id, write),
  form: ({ forms }, user, id, write) => forms.delete(user.id, id, write),
  connection: ({ connections }, user, id, write) => connections.delete(user.id, id, write),
};

/**
 * Revokes one item, or all items added or changed since a time and all other sessions, because a
 * stolen session may be older. Revokes sessions first, so that they add nothing meanwhile, and keys
 * before the endpoints that they may add.
 * @throws {AppError} `not_found` if the item does not exist, is the caller's session, or belongs to
 * the account and the role may not see it
 */
export async function endAccessItems(
  deps: Deps,
  caller: Caller,
  request: BodyOf<(typeof securityRoutes)['endAccess']>,
): Promise<void> {
  const isSelected = (item: AccessItem): boolean => {
    const { kind, id, addedAt = '' } = item;
    if (!isVisible(caller, item)) return false;
    if (id === caller.sessionId || id === caller.person.id) return false;
    if (!('since' in request)) return kind === request.kind && id === request.id;
    if (isShownKey(id)) return request.reset_keys;
    return kind === 'session' || Date.parse(addedAt) >= Date.parse(request.since);
  };
  let ended = 0;
  for (const kind of ACCESS_KINDS) {
    const holder = accessHolderOf(caller, kind);
    if (!holder) continue;
    if (!isPersonalAccess(kind)) requireRole(caller.role, kind === 'sso' ? 'owner' : 'admin');
    // Read the profile again, because a session that has just been revoked may have added a key.
    const user = (await deps.accounts.get(holder.id)) ?? holder;
    for (const item of (await deps.accessItems.list(user, [kind])).filter(isSelected)) {
      ended += 1;
      if (kind === 'factor') {
        await deleteFactor(deps, { ...caller, person: user }, item.id);
        continue;
      }
      const what = isShownKey(item.id) ? 'changed' : 'removed';
      const { id: target, name } = item;
      const change = { kind, what, target, name, by: caller.by } as const;
      await enders[kind](deps, user, target, await deps.accessChanges.announce(user.id, change));
    }
  }
  if (ended === 0 && !('since' in request)) throw new AppError('not_found');
  const { person, sourceIp } = caller;
  logSecurity(deps.log, { what: 'access_ended', account: person.id, sourceIp });
}
