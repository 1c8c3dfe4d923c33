import type { LogFields } from '../platform/log.ts';
import { mailTo } from '../mail/mail-to.ts';
import type { AccountDeps } from './deps.ts';

export type ConfirmDeps = Pick<AccountDeps, 'accounts' | 'mailQueue'>;

/**
 * Tells the owner of an account by mail that the password was changed at `at`, if it was: one mail,
 * however often it is asked for.
 */
export async function confirmPasswordChange(
  { accounts, mailQueue }: ConfirmDeps,
  { userId, at }: { readonly userId: string; readonly at: number },
): Promise<LogFields> {
  const user = await accounts.get(userId);
  if (user?.sessionsEnded?.at !== at) return { outcome: 'not_changed', account: userId };
  await mailQueue.send(
    mailTo(user, `password-changed:${userId}:${at}`, { template: 'password_changed', params: {} }),
  );
  return { outcome: 'changed', account: userId };
}
