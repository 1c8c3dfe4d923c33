import { logSecurity } from '../access/security-log.ts';
import type { LogFields } from '../platform/log.ts';
import { mailTo } from '../mail/mail-to.ts';
import type { AccountDeps } from './deps.ts';

type ConfirmDeps = Pick<AccountDeps, 'accounts' | 'mailQueue'>;
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

/**
 * Tells the owner of an account by mail that the password was changed at `at`, if it was: one mail,
 * however often it is asked for.
 */
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
