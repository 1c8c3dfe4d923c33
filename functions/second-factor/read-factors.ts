import type { User } from '../access/adapters/user.ts';
import type { FactorSet } from './adapters/factors.ts';
import type { SecondFactorDeps } from './deps.ts';

/** Returns the current factors; none after a removal by support has taken effect. */
export async function readFactors(
  { clock, factors }: Pick<SecondFactorDeps, 'clock' | 'factors'>,
  { id, factorReset }: User,
): Promise<FactorSet> {
  const set = await factors.get(id);
  // Ignore the kinds of factors in the profile, which may be older than the factors.
  const isReset = factorReset !== undefined && factorReset.at <= clock.now();
  return isReset ? { version: set.version, passkeys: [], recoveryCodes: [] } : set;
}
