import { createHash } from 'node:crypto';
import { AppError } from '../../shared/contract/errors.ts';
import type { LimitName } from '../../shared/contract/limits.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { networkOf } from '../platform/limits/network-of.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import type { Accounts, ApiKeys, Captcha, Otps, Passwords, Sessions } from './ports.ts';
import type { Limits } from '../platform/limits/limits.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Clock, Ids } from '../platform/clock.ts';
import { consumeOrRefuse } from '../platform/limits/consume-or-refuse.ts';

interface Deps {
  accounts: Accounts;
  apiKeys: ApiKeys;
  captcha: Captcha;
  limits: Limits;
  otps: Otps;
  passwords: Passwords;
  secrets: Secrets;
  sessions: Sessions;
  clock: Clock;
  ids: Ids;
}

interface Attempt {
  readonly email: string;
  readonly password: string;
  /** Solution of a captcha, asked for while an account is under attack. */
  readonly captcha?: string;
  readonly sourceIp: string;
}

/**
 * Signs in with a password. Throws `wrong_credentials` alike for an unknown address and a wrong
 * password; only after the right one `unverified` and `account_inactive`; `too_many_requests`; and
 * `captcha_required` while many wrong passwords for this account come from many places.
 */
export async function login(deps: Deps, attempt: Attempt): Promise<OpenedSession> {
  const { accounts, limits, passwords } = deps;

  // 1. Every attempt counts as a wrong one until it is right. An unknown address counts as well.
  const account = createHash('sha256').update(attempt.email.toLowerCase()).digest('hex');
  const network = networkOf(attempt.sourceIp);
  const counted: readonly [LimitName, string][] = [
    ['login_account_ip', `${account}#${network}`],
    ['login_ip', network],
  ];
  for (const [name, subject] of counted) await consumeOrRefuse(limits, name, subject);

  // 2. An account is never locked, or anybody could lock it: a captcha opens it to its owner.
  const { allowed } = await limits.consume('login_account', account);
  if (!allowed && !(await deps.captcha.redeem(attempt.captcha ?? '')))
    throw new AppError('captcha_required');

  // 3. The same work with and without an account.
  const user = await accounts.findByEmail(attempt.email);
  const matches = await passwords.matches(attempt.password, user?.passwordHash);
  if (!user || !matches) throw new AppError('wrong_credentials');
  for (const [name, subject] of counted) await limits.refund(name, subject);
  if (allowed) await limits.refund('login_account', account);

  // 4. From here on the caller is the owner and may know.
  if (!user.verified) {
    await deps.otps.notePassword(user.id, deps.clock.now());
    throw new AppError('unverified', { body: { verified: false, data: { email: user.email } } });
  }
  if (user.status !== USER_STATUS.active) throw new AppError('account_inactive');

  // 5. The only moment at which the password is there to be hashed with today's parameters.
  if (passwords.isWeak(user.passwordHash))
    await accounts.replacePasswordHash(
      user.id,
      user.passwordHash,
      await passwords.hash(attempt.password),
    );
  return openSession(deps, user.id);
}
