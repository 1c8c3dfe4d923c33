import type { AccessChangeMessage } from '../../shared/messages/account.ts';
import { MAX_ACCOUNT_DELAY_SECONDS } from '../../shared/model/account.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { LogFields } from '../platform/log.ts';
import type { AccountDeps } from './deps.ts';

/** Maximum changes that an email lists; the page lists what is left of the others. */
const MAX_LISTED = 50;

/**
 * Emails the owner all changes of what can act for the account since the last such email. If the
 * run is interrupted, the next one sends the same email, or one that also has newer changes.
 */
export async function notifyAccessChanges(
  {
    accessChanges,
    accountQueue,
    accounts,
    clock,
    mailQueue,
  }: Pick<AccountDeps, 'accessChanges' | 'accountQueue' | 'accounts' | 'clock' | 'mailQueue'>,
  message: AccessChangeMessage,
): Promise<LogFields> {
  const { userId } = message;
  const waitSeconds = Math.ceil((message.dueAt - clock.now()) / 1000);
  if (waitSeconds > 0) {
    await accountQueue.send(message, Math.min(MAX_ACCOUNT_DELAY_SECONDS, waitSeconds));
    return { outcome: 'requeued', account: userId };
  }
  const user = await accounts.get(userId);
  const pending = (await accessChanges.list(userId)).filter(({ mailed }) => !mailed);
  const last = pending.at(-1);
  if (!user || !last) return { outcome: 'noop', account: userId };
  const changes = pending
    .slice(-MAX_LISTED)
    .map(({ kind, what, name, at, by }) => ({ kind, what, name, at, by }));
  const content = { template: 'access_changed', params: { changes } } as const;
  await mailQueue.send(createMailMessage(user, `access-changed:${last.id}`, content));
  for (const change of pending) await accessChanges.setMailed(change);
  return { outcome: 'done', account: userId, changes: pending.length };
}
