import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import type { RateLimitName } from '../../shared/contract/limits/limits.ts';
import { hashAddress } from './hashes.ts';
import type { User } from '../access/adapters/user.ts';
import { consumeOrThrow } from '../access/limits/limits.ts';
import { networkOf } from '../access/limits/network-of.ts';
import type { AccountDeps } from './deps.ts';

export type ProvePasswordDeps = Pick<AccountDeps, 'accounts' | 'limits' | 'passwords'>;

/**
 * Verifies the current password before a change, because an open session is not enough. A wrong
 * password counts as a failed login.
 * @throws {AppError} `too_many_requests`
 */
export async function provePassword(
  { accounts, limits, passwords }: ProvePasswordDeps,
  user: User,
  { password, sourceIp }: { readonly password: string; readonly sourceIp: string },
): Promise<boolean> {
  const account = hashAddress(normalizeAddress(user.email) ?? user.email);
  const network = networkOf(sourceIp);
  const consumedLimits: [RateLimitName, string][] = [
    ['login_account_ip', `${account}#${network}`],
    ['login_ip', network],
  ];
  for (const [name, subject] of consumedLimits) await consumeOrThrow(limits, name, subject);
  // Anyone can exhaust this limit, so exceeding it must not block a user who is already logged in.
  const { allowed } = await limits.consume('login_account', account);
  if (allowed) consumedLimits.push(['login_account', account]);

  const matches = await passwords.matches(password, await accounts.readPasswordHash(user));
  if (matches) for (const [name, subject] of consumedLimits) await limits.refund(name, subject);
  return matches;
}
