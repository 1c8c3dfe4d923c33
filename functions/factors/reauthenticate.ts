import { AppError } from '../../shared/contract/errors.ts';
import { provePassword } from '../account/prove-password.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { decodeChallenge, isValidChallenge, ssoProofBinding } from '../access/challenge.ts';
import { factorMethodsOf } from '../access/second-factor.ts';
import {
  verifyFactorProof,
  type ProofAttempt,
  type VerifyFactorProofDeps,
} from './verify-factor-proof.ts';
import type { FactorsDeps } from './deps.ts';

/**
 * Verifies that the user of a session is still present: by a factor or, for a user without one, by
 * the password; in a single sign-on session, by a new login at the provider.
 * @throws {AppError} `challenge_expired`, `wrong_factor`, `too_many_requests`
 */
export async function renewProof(
  deps: VerifyFactorProofDeps &
    Pick<FactorsDeps, 'accounts' | 'passwords' | 'secrets' | 'sessions'>,
  { account, person, sessionId, viaSso }: SessionCaller,
  attempt: ProofAttempt,
): Promise<void> {
  const { challenge, proof, sourceIp } = attempt;
  const now = deps.clock.now();
  if (!(await isValidChallenge(deps, challenge, sessionId)))
    throw new AppError('challenge_expired');
  if (viaSso || proof.method === 'sso') {
    if (!viaSso || proof.method !== 'sso') throw new AppError('wrong_factor');
    const isProven =
      decodeChallenge(proof.proof).subject === person.id &&
      (await isValidChallenge(deps, proof.proof, ssoProofBinding(challenge, account.id)));
    if (!isProven || !(await deps.factors.redeem(proof.proof)))
      throw new AppError('wrong_factor', { account: person.id });
  } else if (proof.method === 'password' && factorMethodsOf(person, now).length === 0) {
    if (!(await provePassword(deps, person, { password: proof.password, sourceIp })))
      throw new AppError('wrong_factor');
  } else {
    await verifyFactorProof(deps, person, attempt);
  }
  await deps.sessions.recordProof(sessionId, now);
}
