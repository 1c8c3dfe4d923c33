import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import type { AccountMessage } from '../../shared/messages/account.ts';
import { hashAddress, hashResetToken } from './hashes.ts';
import type { LogFields } from '../platform/log.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { AccountDeps } from './deps.ts';

export const RESET_LINK_MINUTES = 30;
const TOKEN_BYTES = 32;

/**
 * Queues an email with a reset link. A worker looks up the account later, so that the response and
 * its duration are the same for every address. Above the limit, no email is sent.
 */
export async function emailPasswordReset(
  deps: Pick<AccountDeps, 'accountQueue' | 'clock' | 'ids' | 'limits'>,
  email: string,
): Promise<void> {
  const subject = hashAddress(normalizeAddress(email) ?? email);
  if (!(await deps.limits.consume('reset_account', subject)).allowed) return;
  await deps.accountQueue.send({
    kind: 'password_reset',
    v: 1,
    email,
    token: deps.ids.token(TOKEN_BYTES),
    expiresAt: deps.clock.now() + RESET_LINK_MINUTES * 60_000,
  });
}

/**
 * Emails a reset link to the account of the address, if there is one. Idempotent per message: a
 * retry stores no second token, sends no second email, and does not make a used token valid again.
 */
export async function sendResetLink(
  deps: Pick<AccountDeps, 'accounts' | 'clock' | 'mailQueue' | 'passwordResets'>,
  { email, token, expiresAt }: AccountMessage & { readonly kind: 'password_reset' },
): Promise<LogFields> {
  if (expiresAt <= deps.clock.now()) return { outcome: 'stale' };
  const user = await deps.accounts.findByEmail(email);
  if (!user) return { outcome: 'skipped' };
  const tokenHash = hashResetToken(token);
  const { id: userId, passwordHash } = user;
  await deps.passwordResets.create({ tokenHash, userId, passwordHash, expiresAt });
  await deps.mailQueue.send(
    createMailMessage(user, `password-reset:${tokenHash}`, {
      template: 'password_reset',
      params: { token, email: user.email, minutes: RESET_LINK_MINUTES },
    }),
  );
  return { outcome: 'done', account: userId };
}
