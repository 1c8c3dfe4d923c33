import { AppError } from '../../shared/contract/errors.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { WELCOME_CREDITS } from '../../shared/model/credits.ts';
import { networkOf } from '../platform/limits/network-of.ts';
import { isCode } from './one-time-code.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import type { Accounts, Otps, Sessions } from './ports.ts';
import type { TransactionalLedger } from '../credits/ports.ts';
import type { Limits } from '../platform/limits/limits.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Clock, Ids } from '../platform/clock.ts';
import { consumeOrRefuse } from '../platform/limits/consume-or-refuse.ts';

interface Deps {
  accounts: Accounts;
  ledger: TransactionalLedger;
  limits: Limits;
  otps: Otps;
  secrets: Secrets;
  sessions: Sessions;
  clock: Clock;
  ids: Ids;
}

/**
 * Proves an address with the one-time code and signs the user in: only an unverified account with
 * a live code, since otherwise four digits would stand in for a password. Throws `wrong_code`
 * whatever is wrong, and `too_many_requests`.
 */
export async function verifyOtp(
  deps: Deps,
  { email, otp, sourceIp }: { email: string; otp: string; sourceIp: string },
): Promise<OpenedSession> {
  // 1. A wrong code counts against the caller; the right one is given back.
  const network = networkOf(sourceIp);
  await consumeOrRefuse(deps.limits, 'otp_ip', network);

  // 2. The try is taken before the code is looked at, so that parallel guesses are counted.
  const user = await deps.accounts.findByEmail(email);
  if (!user || user.verified || user.status !== USER_STATUS.active)
    throw new AppError('wrong_code');
  const challenge = await deps.otps.takeTry(user.id, deps.clock.now());
  if (!challenge || !(await isCode(deps.secrets, user.id, challenge, otp)))
    throw new AppError('wrong_code');

  // 3. Welcome credits come first: broken off here, the same code works again and grants nothing twice.
  await deps.ledger.grant(user.id, {
    source: `welcome:${user.id}`,
    amount: WELCOME_CREDITS,
    why: 'welcome credits',
  });

  // 4. Verified, and the code used up, together; of two calls with the same code one wins.
  if (!(await deps.accounts.verify(user.id, challenge.id))) throw new AppError('wrong_code');
  await deps.limits.refund('otp_ip', network);
  return openSession(deps, user.id);
}
