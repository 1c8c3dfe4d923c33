import type { adminRoutes } from '../../shared/contract/admin.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import { USER_STATUS, type UserStatus } from '../../shared/model/account.ts';
import { pauseLists } from '../lists/run/pause-lists.ts';
import { logSecurity } from '../access/security-log.ts';
import type { AdminDeps } from './deps.ts';
import { requireCustomer } from './describe-user.ts';

type Deps = Pick<
  AdminDeps,
  'accounts' | 'billingQueue' | 'clock' | 'lists' | 'log' | 'queues' | 'sessions'
>;

type Update = BodyOf<(typeof adminRoutes)['updateUser']> & {
  readonly by: string;
  readonly sourceIp: string;
};

async function applyStatus(deps: Deps, userId: string, status: UserStatus): Promise<void> {
  if (status === USER_STATUS.active) {
    // Resumes paused lists and lists that could not start.
    await deps.queues.sendList({ kind: 'resume', v: 1, userId });
  } else {
    await deps.sessions.deleteAll(userId);
    await pauseLists(deps, userId);
  }
  // A user who cannot log in cannot cancel the subscription, so stop its renewal.
  await deps.billingQueue.send({ kind: 'renewal', v: 1, userId });
}

/**
 * Activates or deactivates a customer. Deactivation ends the sessions, pauses the lists and stops
 * the renewal of the subscription; activation resumes the lists. A second call completes an
 * interrupted one. API keys of an inactive account are rejected but not deleted, so they work again
 * after activation.
 * @throws {AppError} `not_found`; `forbidden` for an administrator
 */
export async function changeUserStatus(
  deps: Deps,
  { id, status, by, sourceIp }: Update,
): Promise<{ id: string; status: UserStatus }> {
  await requireCustomer(deps, id);
  if (!(await deps.accounts.setStatus(id, status))) throw new AppError('not_found');
  logSecurity(deps.log, { what: 'admin_action', account: id, by, sourceIp });

  // If two administrators set different statuses at the same time, each call repeats until it has
  // applied the stored status.
  let currentStatus: UserStatus | undefined = status;
  let appliedStatus: UserStatus | undefined;
  while (currentStatus !== undefined && currentStatus !== appliedStatus) {
    await applyStatus(deps, id, currentStatus);
    appliedStatus = currentStatus;
    currentStatus = (await deps.accounts.get(id))?.status;
  }
  return { id, status };
}
