import type { SecuritySettings } from '../../shared/contract/second-factor.ts';
import { factorsOf } from '../access/second-factor.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { readFactors } from './read-factors.ts';
import type { SecondFactorDeps } from './deps.ts';

/** Lists what can act for the account, without secrets. */
async function describeAccess(
  { accessItems, keyUse }: Pick<SecondFactorDeps, 'accessItems' | 'keyUse'>,
  { user, sessionId }: Pick<SessionCaller, 'sessionId' | 'user'>,
): Promise<SecuritySettings['access']> {
  const items = await accessItems.list(user);
  const uses = await keyUse.read(items.flatMap(({ hash = [] }) => hash));
  return items.map(({ kind, id, name, addedAt, addedBy, lastUsedAt, hash = '' }) => ({
    kind,
    id,
    name,
    added_at: addedAt ?? null,
    added_by: addedBy ?? null,
    last_used_at: lastUsedAt ?? uses.get(hash) ?? null,
    current: id === sessionId,
  }));
}

/**
 * Omits the secrets of factors, except new recovery codes that the session has not confirmed yet.
 * Includes when a pending removal takes effect.
 */
export async function describeSecurity(
  deps: Pick<SecondFactorDeps, 'accessItems' | 'clock' | 'factors' | 'keyUse'>,
  caller: Pick<SessionCaller, 'sessionId' | 'user'>,
): Promise<SecuritySettings> {
  const { user, sessionId } = caller;
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
    access: await describeAccess(deps, caller),
    reset_at: resetAt === undefined ? null : new Date(resetAt).toISOString(),
  };
}
