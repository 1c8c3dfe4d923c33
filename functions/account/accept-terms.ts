import { AppError } from '../../shared/contract/errors.ts';
import { TERMS_VERSION } from '../../shared/model/account.ts';
import type { User } from '../access/adapters/user.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Notes who accepted which version of the general conditions, when and from where, and whether they
 * have the customer declare to act for a business.
 */
export async function acceptTerms(
  { accounts, clock, env }: Pick<AccountDeps, 'accounts' | 'clock' | 'env'>,
  { userId, sourceIp }: { userId: string; sourceIp: string },
): Promise<User> {
  const at = new Date(clock.now()).toISOString();
  const user = await accounts.acceptTerms(userId, {
    version: TERMS_VERSION,
    at,
    ip: sourceIp,
    ...(env.CUSTOMERS !== 'consumers' && { declares: 'business' }),
  });
  if (!user) throw new AppError('unauthenticated');
  return user;
}
