import { normalizeAddress } from '../../packages/verifier/src/address/read-address.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { provesByEmail } from '../access/second-factor.ts';
import { changeCredentials, type ChangeCredentialsDeps } from './change-credentials.ts';
import { rejectCommonPassword } from './reject-common-password.ts';
import { hashResetToken } from './hashes.ts';
import type { AccountDeps } from './deps.ts';

type Deps = ChangeCredentialsDeps & Pick<AccountDeps, 'clock' | 'passwordResets' | 'passwords'>;

interface NewPassword {
  readonly email: string;
  readonly token: string;
  readonly password: string;
  readonly sourceIp: string;
}

/**
 * Sets a new password with the token of a reset link. The token works once, only with the address
 * of the account, and only while the forgotten password is the current one. Ends every session.
 * Also works for an inactive account, whose owner learns of its state at the next login.
 * @throws {AppError} `link_expired` for any invalid link; `address_lost` if an email does not prove the
 *   owner any more; `validation` for a common password, after which the link can still be used
 */
export async function replacePassword(deps: Deps, input: NewPassword): Promise<void> {
  const { accounts, clock, passwordResets, passwords } = deps;
  const reset = await passwordResets.find(hashResetToken(input.token), clock.now());
  const user = reset && (await accounts.get(reset.userId));
  if (
    !user ||
    !reset.replacesHash(user.passwordHash) ||
    normalizeAddress(input.email) !== normalizeAddress(user.email)
  )
    throw new AppError('link_expired');
  if (!provesByEmail(user, clock.now())) throw new AppError('address_lost', { account: user.id });
  rejectCommonPassword('new_password', input.password, user);

  const to = await passwords.hash(input.password);
  const at = clock.now();
  const redeem = () => passwordResets.redeem(reset, { from: user.passwordHash, to, at });
  // If two calls use the link, or another call changes the password, only one of them succeeds.
  const { sourceIp } = input;
  const change = { userId: user.id, at, sourceIp, what: 'password_changed' } as const;
  if (!(await changeCredentials(deps, change, redeem))) throw new AppError('link_expired');
}
