import { normalAddress } from '../../packages/verifier/src/address/read-address.ts';
import type { accountRoutes } from '../../shared/contract/account.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import type { LimitName } from '../../shared/contract/limits/limits.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { networkOf } from '../access/limits/network-of.ts';
import { addressHash } from './hashes.ts';
import { type OpenedSession, openSession, type OpenSessionDeps } from '../access/open-session.ts';
import { registrationHash, registrationSecret, withPassword } from './registration-proof.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrRefuse } from '../access/limits/limits.ts';
import type { AccountDeps } from './deps.ts';

type Deps = OpenSessionDeps &
  Pick<AccountDeps, 'captcha' | 'limits' | 'passwords' | 'registrations'>;

/** With the solution of a captcha, which is asked for while an account is under attack. */
type Attempt = BodyOf<(typeof accountRoutes)['login']> & { readonly sourceIp: string };

/** What a password opens: an account, or a registration that waits for its code. */
type Opened = { readonly user: User } | { readonly registration: string };

/**
 * Compares the password: one hash is computed and the same is read, for an account, for any number
 * of registrations, and for an unknown address. A registration does not open where an account is.
 * Throws `wrong_credentials`.
 */
async function open(deps: Deps, { email, password }: Attempt, address: string): Promise<Opened> {
  const { accounts, passwords, registrations } = deps;
  const [user, pending] = await Promise.all([
    accounts.findByEmail(email),
    registrations.list(address),
  ]);
  if (user) {
    if (await passwords.matches(password, user.passwordHash)) return { user };
    throw new AppError('wrong_credentials', { account: user.id });
  }
  const mine = withPassword(pending, await registrationHash(deps, address, password));
  if (!mine) throw new AppError('wrong_credentials');
  await registrations.notePassword(mine, deps.clock.now());
  return { registration: await registrationSecret(deps.secrets, mine) };
}

/**
 * The hash of the password that is stored from here on. A weak one is replaced, unless another
 * login was faster: then it is that one's, where the password is still the same.
 */
async function strengthened(
  { accounts, passwords }: Pick<Deps, 'accounts' | 'passwords'>,
  { id, passwordHash: weak }: User,
  password: string,
): Promise<string> {
  if (!passwords.isWeak(weak)) return weak;
  const strong = await passwords.hash(password);
  if (await accounts.replacePasswordHash(id, weak, strong)) return strong;
  const now = await accounts.get(id);
  if (now && (await passwords.matches(password, now.passwordHash))) return now.passwordHash;
  throw new AppError('wrong_credentials', { account: id });
}

/**
 * Signs in with a password. Throws `wrong_credentials` alike for an unknown address and a wrong
 * password; only after the right one `unverified`, with the registration's secret, and
 * `account_inactive`; `too_many_requests`; and `captcha_required` while many wrong passwords for
 * this account come from many places.
 */
export async function login(deps: Deps, attempt: Attempt): Promise<OpenedSession> {
  const { limits } = deps;

  // 1. Every attempt counts as a wrong one until it is right. An unknown address counts as well.
  // The network alone was counted before the call was read.
  const address = normalAddress(attempt.email) ?? attempt.email;
  const account = addressHash(address);
  const network = networkOf(attempt.sourceIp);
  await consumeOrRefuse(limits, 'login_account_ip', `${account}#${network}`);

  // 2. An account is never locked, or anybody could lock it: a captcha opens it to its owner.
  const { allowed } = await limits.consume('login_account', account);
  if (!allowed && !(await deps.captcha.redeem(attempt['g-recaptcha-response'] ?? '')))
    throw new AppError('captcha_required');

  // 3. The same work with and without an account.
  const since = deps.clock.now();
  const opened = await open(deps, attempt, address);
  const counted: readonly [LimitName, string][] = [
    ['login_account_ip', `${account}#${network}`],
    ['login_ip', network],
  ];
  for (const [name, subject] of counted) await limits.refund(name, subject);
  if (allowed) await limits.refund('login_account', account);

  // 4. From here on the caller is the owner and may know.
  if ('registration' in opened) {
    const data = { email: attempt.email, registration: opened.registration };
    throw new AppError('unverified', { body: { verified: false, data } });
  }
  const { user } = opened;
  if (user.status !== USER_STATUS.active)
    throw new AppError('account_inactive', { account: user.id });

  // 5. The only moment at which the password is there to be hashed with today's parameters.
  const passwordHash = await strengthened(deps, user, attempt.password);
  return openSession(deps, { id: user.id, passwordHash }, { since });
}
