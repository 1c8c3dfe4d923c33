import type { User } from '../access/adapters/user.ts';
import { hasFactorReset } from '../access/second-factor.ts';
import type { FactorSet } from './adapters/factors.ts';
import type { FactorsDeps } from './deps.ts';

/** Returns the current factors; none after a removal by support has taken effect. */
export async function readFactors(
  { clock, factors }: Pick<FactorsDeps, 'clock' | 'factors'>,
  user: User,
): Promise<FactorSet> {
  const set = await factors.get(user.id);
  // Ignore the kinds of factors in the profile, which may be older than the factors.
  return hasFactorReset(user, clock.now())
    ? { ...set, totp: undefined, passkeys: [], recoveryCodes: [], unsavedCodes: undefined }
    : set;
}
