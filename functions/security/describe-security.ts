import type { SecuritySettings } from '../../shared/contract/security.ts';
import { ACCESS_KINDS } from '../../shared/model/access.ts';
import { readSigner } from '../access/author-names.ts';
import { factorsOf } from '../access/second-factor.ts';
import type { SessionCaller } from '../access/authenticate.ts';
import { type AccessCaller, accessHolderOf, isVisible } from './access-holder.ts';
import type { FactorSet } from '../factors/adapters/factors.ts';
import { readFactors } from '../factors/read-factors.ts';
import type { FactorsDeps } from '../factors/deps.ts';

type Caller = AccessCaller & Pick<SessionCaller, 'sessionId'>;

/** Lists what can act for the person and the account, without secrets. */
async function describeAccess(
  { accessItems, accounts, keyUse }: Pick<FactorsDeps, 'accessItems' | 'accounts' | 'keyUse'>,
  caller: Caller,
): Promise<SecuritySettings['access']> {
  const kindsByHolder = Map.groupBy(ACCESS_KINDS, (kind) => accessHolderOf(caller, kind));
  const lists = [...kindsByHolder].map(([user, kinds]) => user && accessItems.list(user, kinds));
  const all = (await Promise.all(lists)).flatMap((list = []) => list);
  const items = all.filter((each) => isVisible(caller, each));
  const [uses, sign] = await Promise.all([
    keyUse.read(items.flatMap(({ hash = [] }) => hash)),
    readSigner(
      accounts,
      items.map(({ people }) => people.at(-1)),
    ),
  ]);
  return items.map(({ kind, id, name, addedAt, addedBy, people, lastUsedAt, hash = '' }) => ({
    kind,
    id,
    name,
    added_at: addedAt ?? null,
    added_by: sign(kind, people.at(-1), addedBy) ?? null,
    people: [...people],
    last_used_at: lastUsedAt ?? uses.get(hash) ?? null,
    current: id === caller.sessionId,
  }));
}

/** What a single sign-on session sees of the person's factors. */
const NO_FACTORS: Pick<FactorSet, 'passkeys' | 'recoveryCodes' | 'totp' | 'unsavedCodes'> = {
  passkeys: [],
  recoveryCodes: [],
};

/**
 * Omits the secrets of factors, except new recovery codes that the session has not confirmed yet.
 * Includes when a pending removal takes effect.
 */
export async function describeSecurity(
  deps: Pick<FactorsDeps, 'accessItems' | 'accounts' | 'clock' | 'factors' | 'keyUse'>,
  caller: Caller,
): Promise<SecuritySettings> {
  const { person, sessionId, viaSso } = caller;
  const { totp, passkeys, recoveryCodes, unsavedCodes } = viaSso
    ? NO_FACTORS
    : await readFactors(deps, person);
  const now = deps.clock.now();
  const isUnsaved = unsavedCodes?.sessionId === sessionId && now < unsavedCodes.until;
  const isPending = !viaSso && factorsOf(person, now).length > 0;
  const resetAt = isPending ? person.factorReset?.at : undefined;
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
