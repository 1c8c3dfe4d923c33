import { AppError } from '../../shared/contract/errors.ts';
import { ROLE, USER_STATUS, type UserStatus } from '../../shared/model/account.ts';
import type { Accounts, Sessions } from '../account/ports.ts';
import type { Log } from '../platform/log.ts';

interface Deps {
  readonly accounts: Pick<Accounts, 'get' | 'setStatus'>;
  readonly sessions: Pick<Sessions, 'endAll'>;
  readonly log: Log;
}

/** What follows from a status, whatever it was before: sessions end and lists stop, or lists go on. */
async function enforce(deps: Deps, userId: string, status: UserStatus): Promise<void> {
  if (status === USER_STATUS.active) return;
  await deps.sessions.endAll(userId);
}

/**
 * Activates or deactivates a customer, with all that follows; said again it repairs what a call
 * that was broken off has left out. An API key is refused by the status alone, so that it works
 * again after an activation. Throws `not_found`, and `forbidden` for an administrator.
 */
export async function updateUser(
  deps: Deps,
  { id, status, by }: { readonly id: string; readonly status: UserStatus; readonly by: string },
): Promise<{ id: string; status: UserStatus }> {
  const user = await deps.accounts.get(id);
  if (!user) throw new AppError('not_found');
  if (user.role === ROLE.admin) throw new AppError('forbidden');
  if (!(await deps.accounts.setStatus(id, status))) throw new AppError('not_found');
  deps.log.warn('security', { what: 'status_set', account: id, status, by });

  // Of two administrators at odds the one who finishes last makes it right for the status that holds.
  let holds: UserStatus | undefined = status;
  let enforced: UserStatus | undefined;
  while (holds !== undefined && holds !== enforced) {
    await enforce(deps, id, holds);
    enforced = holds;
    holds = (await deps.accounts.get(id))?.status;
  }
  return { id, status };
}
