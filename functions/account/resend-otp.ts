import type { Language } from '../../shared/model/account.ts';
import { sendCode } from './one-time-code.ts';
import type { Accounts, Otps } from './ports.ts';
import type { MailQueue } from '../mail/ports.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Clock, Ids } from '../platform/clock.ts';

interface Deps {
  accounts: Accounts;
  otps: Otps;
  mailQueue: MailQueue;
  secrets: Secrets;
  clock: Clock;
  ids: Ids;
}

/**
 * Sends a new one-time code where there is an account waiting for one. Whatever the address, the
 * answer is a language: the account's when it is unverified, else the caller's.
 */
export async function resendOtp(
  deps: Deps,
  { email, language }: { email: string; language: Language },
): Promise<{ language: Language }> {
  const user = await deps.accounts.findByEmail(email);
  if (!user || user.verified) return { language };
  await sendCode(deps, user);
  return { language: user.language };
}
