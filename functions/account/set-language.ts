import { AppError } from '../../shared/contract/errors.ts';
import type { Language } from '../../shared/model/account.ts';
import type { User } from '../access/adapters/user.ts';
import type { AccountDeps } from './deps.ts';

/** Throws `unauthenticated` when the account is gone. */
export async function setLanguage(
  { accounts }: Pick<AccountDeps, 'accounts'>,
  userId: string,
  language: Language,
): Promise<User> {
  const user = await accounts.setLanguage(userId, language);
  if (!user) throw new AppError('unauthenticated');
  return user;
}
