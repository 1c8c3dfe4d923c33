import type { AccountMessage } from '../../shared/messages/account.ts';
import { RESET_MINUTES } from './forget-password.ts';
import { resetTokenHash } from './hashes.ts';
import type { LogFields } from '../platform/log.ts';
import { mailTo } from '../mail/mail-to.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Mails the link of a reset to the account that has the address, if there is one. Run twice for one
 * message it stores one token and sends one mail; a used token is not made new.
 */
export async function sendResetLink(
  deps: Pick<AccountDeps, 'accounts' | 'clock' | 'mailQueue' | 'passwordResets'>,
  { email, token, expiresAt }: AccountMessage & { readonly kind: 'password_reset' },
): Promise<LogFields> {
  if (expiresAt <= deps.clock.now()) return { outcome: 'too_late' };
  const user = await deps.accounts.findByEmail(email);
  if (!user) return { outcome: 'no_account' };
  const tokenHash = resetTokenHash(token);
  const { id: userId, passwordHash } = user;
  await deps.passwordResets.create({ tokenHash, userId, passwordHash, expiresAt });
  await deps.mailQueue.send(
    mailTo(user, `password-reset:${tokenHash}`, {
      template: 'password_reset',
      params: { token, email: user.email, minutes: RESET_MINUTES },
    }),
  );
  return { outcome: 'link_sent', account: userId };
}
