import type { z } from 'zod/mini';
import type { profileRequest } from '../../shared/contract/account.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { changeCredentials, type ChangeCredentialsDeps } from './change-credentials.ts';
import { provePassword, type ProvePasswordDeps } from './prove-password.ts';
import { rejectCommonPassword } from './reject-common-password.ts';
import type { PasswordChange } from '../access/adapters/account-writes.ts';
import type { User } from '../access/adapters/user.ts';
import type { AccountDeps } from './deps.ts';

type Deps = ChangeCredentialsDeps & ProvePasswordDeps & Pick<AccountDeps, 'accounts' | 'clock'>;

interface Caller {
  readonly person: User;
  readonly sessionId: string;
  readonly sourceIp: string;
}

const invalidField = (field: string, key: string): AppError =>
  new AppError('validation', { fields: { [field]: [key] } });

/** Returns undefined if the form requests no password change. */
async function requestedPasswordChange(
  deps: Deps,
  { person, sessionId, sourceIp }: Caller,
  form: z.output<typeof profileRequest>,
): Promise<PasswordChange | undefined> {
  const { current_password: current, new_password: newPassword } = form;
  if (!current || !newPassword) return undefined;
  if (!(await provePassword(deps, person, { password: current, sourceIp })))
    throw invalidField('current_password', 'field.wrong_password');
  if (newPassword === current) throw invalidField('new_password', 'field.same_password');
  const { first_name: firstName, last_name: lastName } = form;
  rejectCommonPassword('new_password', newPassword, { firstName, lastName, email: person.email });
  const to = await deps.passwords.hash(newPassword);
  return { from: person.passwordHash, to, at: deps.clock.now(), except: sessionId };
}

/**
 * Changes the names and, if its three fields are filled in, the password, in one write. A new
 * password ends all other sessions of the user.
 * @throws {AppError} `validation` for a wrong current or a weak new password, `too_many_requests`
 */
export async function changeProfile(
  deps: Deps,
  caller: Caller,
  form: z.output<typeof profileRequest>,
): Promise<{ user: User; passwordChanged: boolean }> {
  const password = await requestedPasswordChange(deps, caller, form);
  const edit = () =>
    deps.accounts.update(caller.person, {
      firstName: form.first_name,
      lastName: form.last_name,
      ...(password && { password }),
    });
  const { sessionId: except, sourceIp } = caller;
  const userId = caller.person.id;
  const user = password
    ? await changeCredentials(
        deps,
        { userId, at: password.at, sourceIp, except, what: 'password_changed' },
        edit,
      )
    : await edit();
  // The account is gone, or a concurrent change has replaced the verified password.
  if (!user)
    throw password
      ? invalidField('current_password', 'field.wrong_password')
      : new AppError('unauthenticated');
  return { user, passwordChanged: password !== undefined };
}
