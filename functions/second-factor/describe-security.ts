import type { SecuritySettings } from '../../shared/contract/second-factor.ts';
import { factorsOf } from '../access/second-factor.ts';
import type { User } from '../access/adapters/user.ts';
import { readFactors } from './read-factors.ts';
import type { SecondFactorDeps } from './deps.ts';

/** Omits the secrets of factors. Includes when a pending removal takes effect. */
export async function describeSecurity(
  deps: Pick<SecondFactorDeps, 'clock' | 'factors'>,
  user: User,
): Promise<SecuritySettings> {
  const { totp, passkeys, recoveryCodes } = await readFactors(deps, user);
  const isPending = factorsOf(user, deps.clock.now()).length > 0;
  const resetAt = isPending ? user.factorReset?.at : undefined;
  return {
    totp: totp ? { created_at: totp.createdAt } : null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: createdAt,
      last_used_at: lastUsedAt ?? null,
    })),
    recovery_codes: recoveryCodes.length,
    reset_at: resetAt === undefined ? null : new Date(resetAt).toISOString(),
  };
}
