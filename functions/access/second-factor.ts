import { AppError } from '../../shared/contract/errors.ts';
import type { ProofRequirement } from '../../shared/contract/factors.ts';
import { ROLE } from '../../shared/model/account.ts';
import type { FactorKind } from '../../shared/model/second-factor.ts';
import type { User } from './adapters/user.ts';
import type { SessionCaller } from './authenticate.ts';
import { issueChallenge } from './challenge.ts';
import type { AccessDeps } from './deps.ts';

/** How long after a login or a proof a sensitive call requires no further proof. */
export const PROOF_LIFETIME_MS = 10 * 60_000;

/** Whether a removal of all factors by support has taken effect. */
export const hasFactorReset = ({ factorReset }: User, now: number): boolean =>
  factorReset !== undefined && factorReset.at <= now;

/** Returns the kinds of a user's factors. Empty once a removal by support has taken effect. */
export const factorsOf = (user: User, now: number): readonly FactorKind[] =>
  hasFactorReset(user, now) ? [] : (user.factors ?? []);

/**
 * Whether a reset link by email may replace the password. After another account has verified the domain
 * of the address, the login must also need a second factor, or support must have waited 24 hours.
 */
export const provesByEmail = (user: User, now: number): boolean =>
  !user.addressLost || hasFactorReset(user, now) || factorsOf(user, now).length > 0;

export function factorMethodsOf(user: User, now: number): ProofRequirement['methods'] {
  const factors = factorsOf(user, now);
  return factors.length > 0 ? [...factors, 'recovery_code'] : [];
}

/**
 * Whether the person must still add a second factor that the account or, for administrators, the
 * stage requires. For single sign-on sessions, the provider decides about second factors.
 */
export const mustAddFactor = (
  { clock, env }: Pick<AccessDeps, 'clock' | 'env'>,
  { account, person, viaSso }: Pick<SessionCaller, 'account' | 'person' | 'viaSso'>,
): boolean =>
  !viaSso &&
  Boolean(account.requiresFactor || (env.ADMIN_SECOND_FACTOR && person.role === ROLE.admin)) &&
  factorsOf(person, clock.now()).length === 0;

/**
 * Returns the methods by which the person can give the required proof. Empty if the last proof is
 * less than ten minutes old, or no proof is required.
 * @param always whether users without a factor must prove their password
 */
export function getRequiredProofMethods(
  { person, provenAt, viaSso }: Pick<SessionCaller, 'person' | 'provenAt' | 'viaSso'>,
  now: number,
  always = false,
): ProofRequirement['methods'] {
  if (now - provenAt < PROOF_LIFETIME_MS) return [];
  if (viaSso) return ['sso'];
  const methods = factorMethodsOf(person, now);
  return methods.length === 0 && always ? ['password'] : methods;
}

/**
 * @throws {AppError} `reauthentication_required`, with a challenge and the user's methods, if the
 *   call requires a proof
 */
export async function requireRecentProof(
  deps: Pick<AccessDeps, 'clock' | 'ids' | 'secrets'>,
  caller: SessionCaller,
  always: boolean,
): Promise<void> {
  const methods = getRequiredProofMethods(caller, deps.clock.now(), always);
  if (methods.length === 0) return;
  const challenge = await issueChallenge(deps, 'session', caller.person.id, caller.sessionId);
  throw new AppError('reauthentication_required', { body: { challenge, methods } });
}
