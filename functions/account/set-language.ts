import { AppError } from '../../shared/contract/errors.ts';
import type { Language } from '../../shared/model/account.ts';
import type { User } from '../access/adapters/user.ts';
import type { AccountDeps } from './deps.ts';

/** Throws `unauthenticated` when the account is gone. */
export async function setLanguage(
  { accounts, billingNews }: Pick<AccountDeps, 'accounts' | 'billingNews'>,
  userId: string,
  language: Language,
): Promise<User> {
  const user = await accounts.setLanguage(userId, language);
  if (!user) throw new AppError('unauthenticated');
  // Every time, so that choosing it again tells what did not arrive.
  if (user.stripeCustomerId !== undefined)
    await billingNews.send({ kind: 'language', v: 1, userId });
  return user;
}
