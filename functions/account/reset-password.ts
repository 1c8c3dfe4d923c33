import { normalAddress } from '../../packages/verifier/src/address/read-address.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { changePassword, type ChangePasswordDeps } from './change-password.ts';
import { refuseCommonPassword } from './refuse-common-password.ts';
import { resetTokenHash } from './hashes.ts';
import type { AccountDeps } from './deps.ts';

type Deps = ChangePasswordDeps & Pick<AccountDeps, 'clock' | 'passwordResets' | 'passwords'>;

interface NewPassword {
  readonly email: string;
  /** Of the link. */
  readonly token: string;
  readonly password: string;
  readonly sourceIp: string;
}

/**
 * Chooses a new password with the token of a reset link: once, for the account of the address,
 * while the password is the one that was forgotten. Every session ends. Works for an inactive
 * account too, which learns of its state at the next login.
 * @throws {AppError} `link_expired` whatever is wrong with the link; `validation` for a common
 * password, which leaves the link as it is
 */
export async function resetPassword(deps: Deps, given: NewPassword): Promise<void> {
  const { accounts, clock, passwordResets, passwords } = deps;
  const reset = await passwordResets.find(resetTokenHash(given.token), clock.now());
  const user = reset && (await accounts.get(reset.userId));
  if (
    !user ||
    !reset.replaces(user.passwordHash) ||
    normalAddress(given.email) !== normalAddress(user.email)
  )
    throw new AppError('link_expired');
  refuseCommonPassword('new_password', given.password, user);

  const to = await passwords.hash(given.password);
  const at = clock.now();
  const redeem = () => passwordResets.redeem(reset, { from: user.passwordHash, to, at });
  // Of two calls with one link, or a link and a change in the profile, one wins.
  if (!(await changePassword(deps, { userId: user.id, at, sourceIp: given.sourceIp }, redeem)))
    throw new AppError('link_expired');
}
