import type { Role } from '../../shared/model/account.ts';
import type { Registration } from '../access/adapters/accounts.ts';
import type { User } from '../access/adapters/user.ts';
import type { AccountDeps } from './deps.ts';

type NewAccount = Omit<Registration, 'passwordHash'> & {
  readonly password: string;
  readonly role: Role;
};

/**
 * Creates an account with a verified address for a command. Leaves an existing account unchanged.
 * @throws {Error} if the existing account has another role
 */
export async function createAccount(
  deps: Pick<AccountDeps, 'accounts' | 'apiKeys' | 'clock' | 'ids' | 'passwords'>,
  { password, role, ...registration }: NewAccount,
): Promise<User> {
  const id = deps.ids.ulid(deps.clock.now());
  const passwordHash = await deps.passwords.hash(password);
  const user =
    (await deps.accounts.create(id, { ...registration, passwordHash }, role)) ??
    (await deps.accounts.findByEmail(registration.email));
  if (user?.role !== role) throw new Error(`${registration.email} belongs to another account`);
  await deps.apiKeys.ensureTest(user.id);
  return user;
}
