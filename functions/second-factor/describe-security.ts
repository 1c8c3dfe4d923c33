import type { SecuritySettings } from '../../shared/contract/second-factor.ts';
import { factorsOf } from '../access/second-factor.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { readFactors } from './read-factors.ts';
import type { SecondFactorDeps } from './deps.ts';

/**
 * Omits the secrets of factors, except new recovery codes that the session has not confirmed yet.
 * Includes when a pending removal takes effect.
 */
export async function describeSecurity(
  deps: Pick<SecondFactorDeps, 'clock' | 'factors'>,
  { user, sessionId }: Pick<SessionCaller, 'sessionId' | 'user'>,
): Promise<SecuritySettings> {
  const { totp, passkeys, recoveryCodes, unsavedCodes } = await readFactors(deps, user);
  const now = deps.clock.now();
  const isUnsaved = unsavedCodes?.sessionId === sessionId && now < unsavedCodes.until;
  const isPending = factorsOf(user, now).length > 0;
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
    ...(isUnsaved && { unsaved_codes: [...recoveryCodes] }),
    reset_at: resetAt === undefined ? null : new Date(resetAt).toISOString(),
  };
}
