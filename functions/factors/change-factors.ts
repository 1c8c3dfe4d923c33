import { AppError } from '../../shared/contract/errors.ts';
import type { factorRoutes } from '../../shared/contract/factors.ts';
import type { BodyOf } from '../../shared/contract/route.ts';
import { type FactorKind, MAX_PASSKEYS } from '../../shared/model/second-factor.ts';
import {
  changeCredentials,
  type ChangeCredentialsDeps,
  type CredentialChange,
} from '../account/change-credentials.ts';
import { isValidChallenge } from '../access/challenge.ts';
import { PROOF_LIFETIME_MS } from '../access/second-factor.ts';
import type { User } from '../access/adapters/user.ts';
import { ConflictError } from '../platform/retry-on-conflict.ts';
import type { FactorSet, Passkey } from './adapters/factors.ts';
import { keepFactors } from './factor-reset.ts';
import { readFactors } from './read-factors.ts';
import { generateRecoveryCodes } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';
import type { FactorsDeps } from './deps.ts';

type Deps = ChangeCredentialsDeps &
  Pick<FactorsDeps, 'accessChanges' | 'clock' | 'factors' | 'ids'>;
type AddDeps = Deps & Pick<FactorsDeps, 'secrets' | 'webAuthn'>;

interface Caller {
  readonly person: User;
  readonly sessionId: string;
  readonly sourceIp: string;
  /** Browser and network, from `originOf`. */
  readonly by: string;
}

const kindsOf = ({ totp, passkeys }: FactorSet): FactorKind[] => [
  ...(totp ? (['totp'] as const) : []),
  ...(passkeys.length > 0 ? (['passkey'] as const) : []),
];

/**
 * Stores the changed factors, ends all other sessions and emails the owner.
 * @throws {ConflictError} if the factors have changed since they were read
 */
async function storeFactors(
  deps: Deps,
  { person, sessionId, sourceIp, by }: Caller,
  set: FactorSet,
  what: CredentialChange['what'],
  changed?: Pick<Passkey, 'id' | 'name'>,
): Promise<void> {
  const at = deps.clock.now();
  const change = { userId: person.id, at, sourceIp, except: sessionId, what };
  const factors = kindsOf(set);
  const writes = [deps.accounts.factorsWrite(person, { factors, at, except: sessionId })];
  if (changed) {
    const { id: target, name } = changed;
    const logged = what === 'factor_removed' ? 'removed' : 'added';
    const entry = { kind: 'factor', what: logged, target, name, by } as const;
    // No separate email: the email about the changed credentials reports it.
    writes.push(await deps.accessChanges.announce(person.id, entry, false));
  }
  if (!(await changeCredentials(deps, change, () => deps.factors.put(person.id, set, writes))))
    throw new ConflictError(`the factors of ${person.id} have changed`);
}

type NewFactor = BodyOf<(typeof factorRoutes)['addFactor']>;

/** Returns the factors with a new one, after verifying its code or credential. */
async function withFactor(
  deps: AddDeps,
  { sessionId }: Caller,
  set: FactorSet,
  added: Exclude<NewFactor, { method: 'recovery_codes' }>,
): Promise<FactorSet> {
  const { clock, factors, webAuthn } = deps;
  const { challenge } = added;
  if (!(await isValidChallenge(deps, challenge, sessionId)))
    throw new AppError('challenge_expired');
  const createdAt = new Date(clock.now()).toISOString();
  let next: FactorSet;
  if (added.method === 'totp') {
    const { secret, code } = added;
    const lastStep = findTotpStep(secret, code, clock.now());
    if (lastStep === undefined) throw new AppError('wrong_factor');
    next = { ...set, totp: { secret, createdAt, lastStep } };
  } else {
    const { credential, name } = added;
    if (set.passkeys.length >= MAX_PASSKEYS) throw new AppError('too_many_passkeys');
    const passkey = await webAuthn.verifyCreated(credential, challenge);
    if (!passkey || set.passkeys.some(({ id }) => id === passkey.id))
      throw new AppError('wrong_factor');
    next = { ...set, passkeys: [...set.passkeys, { ...passkey, name, createdAt }] };
  }
  if (!(await factors.redeem(challenge))) throw new AppError('challenge_expired');
  return next;
}

/**
 * Adds a factor, or replaces all recovery codes.
 * @returns new recovery codes if they were replaced or this is the first factor; otherwise none
 * @throws {AppError} `challenge_expired`, `wrong_factor`, `too_many_passkeys`; `not_found` for the
 * recovery codes of a user without a factor
 */
export async function enrollFactor(
  deps: AddDeps,
  caller: Caller,
  added: NewFactor,
): Promise<string[]> {
  const set = await readFactors(deps, caller.person);
  const isFirst = kindsOf(set).length === 0;
  const isCodes = added.method === 'recovery_codes';
  if (isCodes && isFirst) throw new AppError('not_found');
  const next = isCodes ? set : await withFactor(deps, caller, set, added);
  const newCodes = isCodes || isFirst ? generateRecoveryCodes(deps.ids) : undefined;
  const { sessionId } = caller;
  const unsavedCodes = { sessionId, until: deps.clock.now() + PROOF_LIFETIME_MS };
  const changed = { ...next, ...(newCodes && { recoveryCodes: newCodes, unsavedCodes }) };
  const what = isCodes ? 'recovery_codes_made' : 'factor_added';
  const newFactor = added.method === 'totp' ? { id: 'totp', name: '' } : next.passkeys.at(-1);
  await storeFactors(deps, caller, changed, what, isCodes ? undefined : newFactor);
  await deps.sessions.recordProof(caller.sessionId, deps.clock.now());
  return newCodes ?? [];
}

/**
 * Removes a factor, and with the last one the recovery codes; or, if `id` names a field of the
 * settings, cancels a pending removal or hides the new recovery codes.
 * @throws {AppError} `not_found`; `expired` if no removal is pending
 */
export async function deleteFactor(deps: Deps, caller: Caller, id: string): Promise<void> {
  if (id === 'reset_at') return keepFactors(deps, caller);
  if (id === 'unsaved_codes') return deps.factors.confirmCodes(caller.person.id);
  const set = await readFactors(deps, caller.person);
  const { totp, ...others } = set;
  const passkeys = set.passkeys.filter((each) => each.id !== id);
  const isTotp = id === 'totp' && totp !== undefined;
  if (!isTotp && passkeys.length === set.passkeys.length) throw new AppError('not_found');
  const rest = isTotp ? others : { ...set, passkeys };
  const isLast = kindsOf(rest).length === 0;
  const next = isLast ? { ...rest, recoveryCodes: [], unsavedCodes: undefined } : rest;
  const { name = '' } = set.passkeys.find((each) => each.id === id) ?? {};
  await storeFactors(deps, caller, next, 'factor_removed', { id, name });
}
