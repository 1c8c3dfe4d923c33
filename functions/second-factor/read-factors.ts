import { factorsOf } from '../access/second-factor.ts';
import type { User } from '../access/adapters/user.ts';
import type { FactorSet } from './adapters/factors.ts';
import type { SecondFactorDeps } from './deps.ts';

/** Returns the current factors; none after a removal by support has taken effect. */
export async function readFactors(
  { clock, factors }: Pick<SecondFactorDeps, 'clock' | 'factors'>,
  user: User,
): Promise<FactorSet> {
  const set = await factors.get(user.id);
  const isReset = factorsOf(user, clock.now()).length === 0;
  return isReset ? { version: set.version, passkeys: [], recoveryCodes: [] } : set;
}
