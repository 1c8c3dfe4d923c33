import { DAY_MS } from '../../shared/model/duration.ts';
import { logSecurity } from '../access/security-log.ts';
import { mailTo } from '../mail/mail-to.ts';
import type { SecondFactorDeps } from './deps.ts';

/** Time in which the owner can cancel the removal. */
const DELAY_MS = DAY_MS;

/**
 * Removes all factors of an account in 24 hours, for an owner who has lost them. The owner is
 * emailed now, and can cancel the removal until then.
 * @returns when it takes effect
 * @throws {Error} with a one-sentence message if there is nothing to remove
 */
export async function requestFactorReset(
  {
    accounts,
    clock,
    log,
    mailQueue,
  }: Pick<SecondFactorDeps, 'accounts' | 'clock' | 'log' | 'mailQueue'>,
  { email, why }: { readonly email: string; readonly why: string },
): Promise<string> {
  const user = await accounts.findByEmail(email);
  if (!user) throw new Error(`${email} has no account.`);
  const effectiveAt = clock.now() + DELAY_MS;
  if (!(await accounts.setFactorReset(user.id, { at: effectiveAt, why })))
    throw new Error(`${email} has no second factor.`);
  logSecurity(log, { what: 'factor_reset_requested', account: user.id });
  const at = new Date(effectiveAt).toISOString();
  const content = { template: 'factor_reset', params: { at } } as const;
  await mailQueue.send(mailTo(user, `factor-reset:${user.id}:${effectiveAt}`, content));
  return at;
}
