import { type ConfirmDeps, confirmPasswordChange } from './confirm-password-change.ts';
import { logSecurity } from '../access/security-log.ts';
import type { AccountDeps } from './deps.ts';

export type ChangePasswordDeps = ConfirmDeps &
  Pick<AccountDeps, 'accountQueue' | 'log' | 'sessions'>;

interface Change {
  readonly userId: string;
  /** Epoch milliseconds; the name of the change. */
  readonly at: number;
  readonly sourceIp: string;
  /** The session that goes on. */
  readonly except?: string;
}

/** No call of the API lasts as long, so that the change is made by then, or never. */
const MADE_WITHIN_S = 60;

/**
 * Changes a password by `write`, and does what follows: the log says so, the owner is told by mail,
 * and the sessions it has ended are deleted. A message sent before has the mail sent also when the
 * process is killed in between.
 * @returns what `write` returned; when that is false or undefined, nothing was changed
 */
export async function changePassword<Written>(
  deps: ChangePasswordDeps,
  { userId, at, sourceIp, except }: Change,
  write: () => Promise<Written>,
): Promise<Written> {
  const intent = { kind: 'password_change', v: 1, userId, at } as const;
  await deps.accountQueue.send(intent, MADE_WITHIN_S);
  const written = await write();
  if (!written) return written;
  logSecurity(deps.log, { what: 'password_changed', account: userId, sourceIp });
  await confirmPasswordChange(deps, { userId, at });
  await deps.sessions.deleteAll(userId, except);
  return written;
}
