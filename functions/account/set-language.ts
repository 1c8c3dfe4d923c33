import { AppError } from '../../shared/contract/errors.ts';
import type { Language } from '../../shared/model/account.ts';
import type { Accounts, User } from '../access/ports.ts';

/** Chooses the language of the mails. Throws `unauthenticated` when the account is gone. */
export async function setLanguage(
  { accounts }: { readonly accounts: Pick<Accounts, 'setLanguage'> },
  userId: string,
  language: Language,
): Promise<User> {
  const user = await accounts.setLanguage(userId, language);
  if (!user) throw new AppError('unauthenticated');
  return user;
}
