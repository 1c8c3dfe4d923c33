import { AppError } from '../../shared/contract/errors.ts';
import type { ProofNeeded } from '../../shared/contract/second-factor.ts';
import { ROLE } from '../../shared/model/account.ts';
import type { FactorKind } from '../../shared/model/second-factor.ts';
import type { User } from './adapters/user.ts';
import type { SessionCaller } from './authenticate.ts';
import { issueChallenge } from './challenge.ts';
import type { AccessDeps } from './deps.ts';

/** Time after a login or a proof during which sensitive calls need no other proof. */
const PROOF_MS = 10 * 60_000;

/** Kinds of factors of a user; none once a removal by support has taken effect. */
export const factorsOf = (
  { factors = [], factorReset }: User,
  now: number,
): readonly FactorKind[] => (factorReset && factorReset.at <= now ? [] : factors);

/** Ways to prove a second factor; none for a user without one. */
export function methodsOf(user: User, now: number): ProofNeeded['methods'] {
  const factors = factorsOf(user, now);
  return factors.length > 0 ? [...factors, 'recovery_code'] : [];
}

/** Whether the stage requires that this user, an administrator, adds a factor first. */
export const needsFactor = (
  { clock, env }: Pick<AccessDeps, 'clock' | 'env'>,
  user: User,
): boolean =>
  env.ADMIN_SECOND_FACTOR && user.role === ROLE.admin && factorsOf(user, clock.now()).length === 0;

/**
 * Rejects a sensitive call whose session has proven nothing for ten minutes.
 * @param always whether this includes users without a factor, who prove their password
 * @throws {AppError} `reauthentication_required` with a challenge and the methods of the user
 */
export async function requireRecentProof(
  deps: Pick<AccessDeps, 'clock' | 'ids' | 'secrets'>,
  { user, sessionId, provenAt }: SessionCaller,
  always: boolean,
): Promise<void> {
  const now = deps.clock.now();
  if (now - provenAt < PROOF_MS) return;
  const factorMethods = methodsOf(user, now);
  if (factorMethods.length === 0 && !always) return;
  const methods = factorMethods.length > 0 ? factorMethods : ['password'];
  const challenge = await issueChallenge(deps, 'session', user.id, sessionId);
  throw new AppError('reauthentication_required', { body: { challenge, methods } });
}
