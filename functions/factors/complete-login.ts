import { AppError } from '../../shared/contract/errors.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { isValidChallenge, decodeChallenge } from '../access/challenge.ts';
import { networkOf } from '../access/limits/network-of.ts';
import { type OpenedSession, openSession, type OpenSessionDeps } from '../access/open-session.ts';
import type { FactorsDeps } from './deps.ts';
import {
  verifyFactorProof,
  type ProofAttempt,
  type VerifyFactorProofDeps,
} from './verify-factor-proof.ts';

/**
 * Returns the user id in a passkey's response, which is unproven until its signature is verified.
 */
const userOfPasskey = ({ proof }: ProofAttempt): string =>
  proof.method === 'passkey'
    ? Buffer.from(proof.credential.response.userHandle, 'base64url').toString()
    : '';

/**
 * Completes a login: with a second factor after the password, or with only a passkey, which
 * combines a device with a PIN or fingerprint. The session counts as open since the password was
 * verified, so that a change of the password or the factors in the meantime ends it.
 * @throws {AppError} `challenge_expired`, also after such a change; `wrong_factor`,
 * `account_inactive`, `too_many_requests`
 */
export async function finishLogin(
  deps: OpenSessionDeps & VerifyFactorProofDeps & Pick<FactorsDeps, 'accessChanges'>,
  { from, ...attempt }: ProofAttempt & { readonly from?: string },
): Promise<OpenedSession> {
  const { kind, subject, issuedAt } = decodeChallenge(attempt.challenge);
  const byPasskey = kind === 'passkey';
  const named = await deps.accounts.get(byPasskey ? userOfPasskey(attempt) : subject);
  // A passkey may contain the id that its login had before a transfer of the account.
  const user = named?.movedTo === undefined ? named : await deps.accounts.get(named.movedTo);
  const binding = byPasskey ? '' : (user?.passwordHash ?? '');
  const isLogin = byPasskey || kind === 'login';
  if (!isLogin || !(await isValidChallenge(deps, attempt.challenge, binding)))
    throw new AppError('challenge_expired');
  if (!user) throw new AppError('wrong_factor');
  await verifyFactorProof(deps, user, attempt);
  if (user.status !== USER_STATUS.active)
    throw new AppError('account_inactive', { account: user.id });
  await deps.limits.refund('login_ip', networkOf(attempt.sourceIp));
  const provenAt = deps.clock.now();
  const { accessChanges } = deps;
  const options = { accessChanges, from, since: issuedAt, provenAt };
  return openSession(deps, user, { ...options, refusal: 'challenge_expired' });
}
