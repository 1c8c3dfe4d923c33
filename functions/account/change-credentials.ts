import type { AccountMessage, CredentialEvent } from '../../shared/messages/account.ts';
import type { MailContent } from '../../shared/messages/mail.ts';
import { logSecurity } from '../access/security-log.ts';
import type { LogFields } from '../platform/log.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { AccountDeps } from './deps.ts';

type ConfirmDeps = Pick<AccountDeps, 'accessItems' | 'accounts' | 'mailQueue'>;
export type ChangeCredentialsDeps = ConfirmDeps &
  Pick<AccountDeps, 'accountQueue' | 'log' | 'sessions'>;

export interface CredentialChange {
  readonly userId: string;
  /** Time of the change in epoch milliseconds, which also identifies the change. */
  readonly at: number;
  readonly sourceIp: string;
  /** Id of the session that stays open. */
  readonly except?: string;
  readonly what: CredentialEvent;
}

/** Seconds after which a change has either been made or failed; longer than any API call. */
const MAX_WRITE_S = 60;

/**
 * Changes the password or the factors through `write`, then logs the change, emails the owner and
 * deletes the sessions that the change has ended. A message queued before the change ensures that
 * the email is sent even if the process is killed.
 * @returns the result of `write`; if it is false or undefined, nothing was changed
 */
export async function changeCredentials<Written>(
  deps: ChangeCredentialsDeps,
  { userId, at, sourceIp, except, what }: CredentialChange,
  write: () => Promise<Written>,
): Promise<Written> {
  const intent = { kind: 'password_change', v: 1, userId, at, what } as const;
  await deps.accountQueue.send(intent, MAX_WRITE_S);
  const written = await write();
  if (!written) return written;
  logSecurity(deps.log, { what, account: userId, sourceIp });
  await notifyCredentialChange(deps, intent);
  await deps.sessions.deleteAll(userId, except);
  return written;
}

/** Does nothing if the credentials were not changed at `at`. Idempotent. */
export async function notifyCredentialChange(
  { accessItems, accounts, mailQueue }: ConfirmDeps,
  { userId, at, what = 'password_changed' }: AccountMessage & { readonly kind: 'password_change' },
): Promise<LogFields> {
  const user = await accounts.get(userId);
  if (user?.sessionsEnded?.at !== at) return { outcome: 'noop', account: userId };
  // The change has ended the sessions.
  const items = await accessItems.list(user, ['key', 'endpoint', 'form', 'factor']);
  const access = items.map(({ kind, name, addedAt, addedBy }) => ({
    kind,
    name,
    at: addedAt,
    by: addedBy,
  }));
  const content: MailContent =
    what === 'password_changed'
      ? { template: what, params: { access } }
      : { template: 'factors_changed', params: { what, access } };
  await mailQueue.send(createMailMessage(user, `password-changed:${userId}:${at}`, content));
  return { outcome: 'done', account: userId };
}
