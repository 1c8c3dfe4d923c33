import type { adminRoutes } from '../../shared/contract/admin.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import { USER_STATUS, type UserStatus } from '../../shared/model/account.ts';
import { pauseLists } from '../lists/run/pause-lists.ts';
import { logSecurity } from '../access/security-log.ts';
import type { AdminDeps } from './deps.ts';
import { customerOf } from './describe-user.ts';

type Deps = Pick<
  AdminDeps,
  'accounts' | 'billingQueue' | 'clock' | 'lists' | 'log' | 'queues' | 'sessions'
>;

type Update = BodyOf<(typeof adminRoutes)['updateUser']> & {
  /** Id of the administrator. */
  readonly by: string;
  readonly sourceIp: string;
};

/** What follows from a status, whatever it was before. */
async function enforce(deps: Deps, userId: string, status: UserStatus): Promise<void> {
  if (status === USER_STATUS.active) {
    // The lists that were stopped go on, and those that could not start meanwhile.
    await deps.queues.sendList({ kind: 'resume', v: 1, userId });
  } else {
    await deps.sessions.deleteAll(userId);
    await pauseLists(deps, userId);
  }
  // Who cannot sign in cannot cancel either: the subscription is not renewed meanwhile.
  await deps.billingQueue.send({ kind: 'renewal', v: 1, userId });
}

/**
 * Activates or deactivates a customer, with all that follows; said again it repairs what a call
 * that was broken off has left out. An API key is refused by the status alone, so that it works
 * again after an activation. Throws `not_found`, and `forbidden` for an administrator.
 */
export async function updateUser(
  deps: Deps,
  { id, status, by, sourceIp }: Update,
): Promise<{ id: string; status: UserStatus }> {
  await customerOf(deps, id);
  if (!(await deps.accounts.setStatus(id, status))) throw new AppError('not_found');
  logSecurity(deps.log, { what: 'admin_action', account: id, by, sourceIp });

  // Of two administrators who disagree the last one makes it right for the status that
  // holds.
  let holds: UserStatus | undefined = status;
  let enforced: UserStatus | undefined;
  while (holds !== undefined && holds !== enforced) {
    await enforce(deps, id, holds);
    enforced = holds;
    holds = (await deps.accounts.get(id))?.status;
  }
  return { id, status };
}
