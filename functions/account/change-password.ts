import { logSecurity } from '../access/security-log.ts';
import type { LogFields } from '../platform/log.ts';
import { mailTo } from '../mail/mail-to.ts';
import type { AccountDeps } from './deps.ts';

type ConfirmDeps = Pick<AccountDeps, 'accounts' | 'mailQueue'>;
export type ChangePasswordDeps = ConfirmDeps &
  Pick<AccountDeps, 'accountQueue' | 'log' | 'sessions'>;

interface Change {
  readonly userId: string;
  /** Time of the password change in epoch milliseconds, which also identifies the change. */
  readonly at: number;
  readonly sourceIp: string;
  /** Id of the session that stays valid. */
  readonly except?: string;
}

/** Exceeds the duration of any API call: by then, the change was either made or failed. */
const MAX_WRITE_S = 60;

/**
 * Changes a password through `write`, then logs the change, emails the owner and deletes the
 * sessions that the change has ended. A message queued before the change ensures that the email is
 * sent even if the process is killed.
 * @returns the result of `write`; if that is false or undefined, nothing was changed
 */
export async function changePassword<Written>(
  deps: ChangePasswordDeps,
  { userId, at, sourceIp, except }: Change,
  write: () => Promise<Written>,
): Promise<Written> {
  const intent = { kind: 'password_change', v: 1, userId, at } as const;
  await deps.accountQueue.send(intent, MAX_WRITE_S);
  const written = await write();
  if (!written) return written;
  logSecurity(deps.log, { what: 'password_changed', account: userId, sourceIp });
  await confirmPasswordChange(deps, { userId, at });
  await deps.sessions.deleteAll(userId, except);
  return written;
}

/** If the password was changed at `at`, emails the owner. Idempotent. */
export async function confirmPasswordChange(
  { accounts, mailQueue }: ConfirmDeps,
  { userId, at }: { readonly userId: string; readonly at: number },
): Promise<LogFields> {
  const user = await accounts.get(userId);
  if (user?.sessionsEnded?.at !== at) return { outcome: 'noop', account: userId };
  await mailQueue.send(
    mailTo(user, `password-changed:${userId}:${at}`, { template: 'password_changed', params: {} }),
  );
  return { outcome: 'done', account: userId };
}
