import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import type { accountRoutes } from '../../shared/contract/account.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import type { RateLimitName } from '../../shared/contract/limits/limits.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { networkOf } from '../access/limits/network-of.ts';
import { hashAddress } from './hashes.ts';
import { type OpenedSession, openSession, type OpenSessionDeps } from '../access/open-session.ts';
import {
  hashRegistrationPassword,
  deriveRegistrationSecret,
  findByPasswordHash,
} from './registration-proof.ts';
import { issueChallenge } from '../access/challenge.ts';
import { factorMethodsOf } from '../access/second-factor.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import type { AccountDeps } from './deps.ts';
import { passwordIdOf } from '../platform/secrets/account-secrets.ts';

type Deps = OpenSessionDeps &
  Pick<AccountDeps, 'accessChanges' | 'captcha' | 'limits' | 'passwords' | 'registrations'>;

type Attempt = BodyOf<(typeof accountRoutes)['login']> & {
  readonly sourceIp: string;
  /** Browser and network, from `originOf`. */
  readonly from?: string;
};

/** The owner of a matching password: an account, or a registration without a confirmed code. */
type PasswordMatch =
  { readonly user: User; readonly hash: string } | { readonly registration: string };

/**
 * Verifies the password and returns its owner. Hash computations and reads are the same for an
 * account, for any number of registrations and for an unknown address, so that timing reveals
 * nothing. If the address has an account, its registrations are ignored.
 * @throws {AppError} `wrong_credentials`
 */
async function verifyPassword(
  deps: Deps,
  { email, password }: Attempt,
  address: string,
): Promise<PasswordMatch> {
  const { accounts, passwords, registrations } = deps;
  const [user, pending] = await Promise.all([
    accounts.findByEmail(email),
    registrations.list(address),
  ]);
  const hash = await accounts.readPasswordHash(user);
  if (user) {
    const isMatch = await passwords.matches(password, hash);
    if (isMatch && hash !== undefined) return { user, hash };
    throw new AppError('wrong_credentials', { account: user.id });
  }
  const matching = findByPasswordHash(
    pending,
    await hashRegistrationPassword(deps, address, password),
  );
  if (!matching) throw new AppError('wrong_credentials');
  await registrations.recordPasswordProof(matching, deps.clock.now());
  return { registration: await deriveRegistrationSecret(deps.secrets, matching) };
}

/**
 * Returns the profile's current `passwordHash`. Upgrades the hash if its parameters are weak. If a
 * concurrent login upgrades it first, returns that value, provided that the password is the same.
 * @throws {AppError} `wrong_credentials` if the password was changed
 */
async function upgradePasswordHash(
  { accounts, passwords }: Pick<Deps, 'accounts' | 'passwords'>,
  { user: { id, passwordHash }, hash: weak }: Extract<PasswordMatch, { user: User }>,
  password: string,
): Promise<string> {
  if (!passwords.isWeak(weak)) return passwordHash;
  const strong = await passwords.hash(password);
  if (await accounts.replacePasswordHash(id, passwordHash, strong)) return passwordIdOf(strong);
  const currentUser = await accounts.get(id);
  if (
    currentUser &&
    (await passwords.matches(password, await accounts.readPasswordHash(currentUser)))
  )
    return currentUser.passwordHash;
  throw new AppError('wrong_credentials', { account: id });
}

/**
 * @throws {AppError} `wrong_credentials` for an unknown address and for a wrong password;
 *   `unverified` (with the registration's secret), `account_inactive` and `second_factor_required`,
 *   only after a correct password; `too_many_requests`; `captcha_required` while the account gets
 *   many wrong passwords from many networks
 */
export async function logIn(deps: Deps, attempt: Attempt): Promise<OpenedSession> {
  const { limits } = deps;

  // 1. Count every attempt as failed until the password is verified, even for unknown addresses.
  // The limit of the network was already counted before the body was parsed.
  const address = normalizeAddress(attempt.email) ?? attempt.email;
  const account = hashAddress(address);
  const network = networkOf(attempt.sourceIp);
  await consumeOrThrow(limits, 'login_account_ip', `${account}#${network}`);

  // 2. Never lock an account, because anyone could then lock out the owner. Require a captcha
  // instead.
  const { allowed } = await limits.consume('login_account', account);
  if (!allowed && !(await deps.captcha.redeem(attempt['g-recaptcha-response'] ?? '')))
    throw new AppError('captcha_required');

  // 3. Do the same work with and without an account, so that timing reveals nothing.
  const since = deps.clock.now();
  const match = await verifyPassword(deps, attempt, address);
  const consumedLimits: readonly [RateLimitName, string][] = [
    ['login_account_ip', `${account}#${network}`],
    ['login_ip', network],
  ];
  for (const [name, subject] of consumedLimits) await limits.refund(name, subject);
  if (allowed) await limits.refund('login_account', account);

  // 4. The password is correct, so specific errors no longer reveal anything to a stranger.
  if ('registration' in match) {
    const data = { email: attempt.email, registration: match.registration };
    throw new AppError('unverified', { body: { verified: false, data } });
  }
  const { user } = match;
  if (user.status !== USER_STATUS.active)
    throw new AppError('account_inactive', { account: user.id });

  // 5. Upgrade a weak hash now, because only a login provides the password.
  const passwordHash = await upgradePasswordHash(deps, match, attempt.password);
  const owner = { ...user, passwordHash };
  const methods = factorMethodsOf(owner, since);
  if (methods.length > 0) {
    const challenge = await issueChallenge(deps, 'login', user.id, passwordHash);
    throw new AppError('second_factor_required', {
      account: user.id,
      body: { challenge, methods },
    });
  }
  const { accessChanges } = deps;
  return openSession(deps, owner, { since, from: attempt.from, accessChanges });
}
