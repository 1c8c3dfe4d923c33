import { AppError } from '../../shared/contract/errors.ts';
import { TERMS_VERSION } from '../../shared/model/account.ts';
import type { User } from '../access/adapters/user.ts';
import type { AccountDeps } from './deps.ts';

/** Records the acceptance of the terms, including the declaration to act for a business. */
export async function recordAcceptedTerms(
  { accounts, clock }: Pick<AccountDeps, 'accounts' | 'clock'>,
  { userId, sourceIp }: { userId: string; sourceIp: string },
): Promise<User> {
  const at = new Date(clock.now()).toISOString();
  const user = await accounts.acceptTerms(userId, {
    version: TERMS_VERSION,
    at,
    ip: sourceIp,
    declares: 'business',
  });
  if (!user) throw new AppError('unauthenticated');
  return user;
}
