import type { z } from 'zod/mini';
import { FIRST_KEY_SCOPES, roleForScope } from '../../shared/contract/auth.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { FIRST_KEY_ID, type keyRequest, type KeyRow } from '../../shared/contract/keys.ts';
import type { NamedKey } from '../access/adapters/named-keys.ts';
import type { User } from '../access/adapters/user.ts';
import { requireRole } from '../access/role.ts';
import { personOf } from '../access/rules/owner.ts';
import type { CallerRole } from '../../shared/model/account.ts';
import { DEFAULT_ASSISTANT_CREDITS, KEY_PREFIX } from '../../shared/model/key-kind.ts';
import { logSecurity } from '../access/security-log.ts';
import type { AccountDeps } from './deps.ts';

const maskKey = (end: string): string => `${KEY_PREFIX.live}…${end}`;

const rowOf = (
  { keyId, name, scopes, end, createdAt, assistantCredits }: NamedKey,
  isOwn: boolean,
  usedAt?: string,
): KeyRow => ({
  id: keyId,
  name,
  masked: maskKey(end),
  scopes,
  created_at: createdAt,
  last_used_at: usedAt ?? null,
  assistant_credits: assistantCredits ?? DEFAULT_ASSISTANT_CREDITS,
  ...(isOwn && { own: true }),
});

/** Lists the first live key, then the named keys in order of creation. */
export async function describeKeys(
  { apiKeys, keyUse, namedKeys }: Pick<AccountDeps, 'apiKeys' | 'keyUse' | 'namedKeys'>,
  user: User,
  personId: string,
): Promise<KeyRow[]> {
  const { apiKeyHash, namedKeyHashes = [] } = user;
  if (apiKeyHash === undefined) return [];
  const [lastUses, firstCreatedAt, firstKey, named] = await Promise.all([
    keyUse.read([apiKeyHash, ...namedKeyHashes]),
    namedKeys.firstCreatedAt(user),
    apiKeys.reveal(user),
    namedKeys.list(user),
  ]);
  const first: KeyRow = {
    id: FIRST_KEY_ID,
    name: null,
    masked: maskKey(firstKey?.slice(-4) ?? ''),
    scopes: [...FIRST_KEY_SCOPES],
    created_at: firstCreatedAt ?? null,
    last_used_at: lastUses.get(apiKeyHash) ?? null,
    assistant_credits: DEFAULT_ASSISTANT_CREDITS,
  };
  return [
    first,
    ...named.map((each) =>
      rowOf(each, personOf(user, each.who) === personId, lastUses.get(each.keyHash)),
    ),
  ];
}

export interface KeyRequest {
  readonly user: User;
  readonly role: CallerRole;
  readonly personId: string;
  readonly sourceIp: string;
  /** Browser and network, from `originOf`. */
  readonly by: string;
}
type ChangeDeps = Pick<AccountDeps, 'accessChanges' | 'clock' | 'ids' | 'log' | 'namedKeys'>;

/**
 * Only the returned value contains the plaintext key.
 * @throws {AppError} `role_required` for a scope whose routes the role may not call itself;
 *   `api_paid_only`, `too_many_keys`
 */
export async function addNamedKey(
  { accessChanges, clock, ids, log, namedKeys }: ChangeDeps,
  { user, role, sourceIp, by }: KeyRequest,
  { assistant_credits: assistantCredits, ...newKey }: z.output<typeof keyRequest>,
): Promise<KeyRow & { api_key: string }> {
  for (const scope of newKey.scopes) requireRole(role, roleForScope(scope));
  const keyId = ids.ulid(clock.now());
  const { name, scopes } = newKey;
  const to = scopes.join(', ');
  const change = { kind: 'key', what: 'added', target: keyId, name, to, by } as const;
  const write = await accessChanges.announce(user.id, change);
  const created = await namedKeys.create(user.id, { ...newKey, assistantCredits, keyId }, write);
  if (created === 'unpaid') throw new AppError('api_paid_only');
  if (created === 'too_many') throw new AppError('too_many_keys');
  logSecurity(log, { what: 'key_made', account: user.id, sourceIp });
  return { ...rowOf(created.kept, true), api_key: created.key };
}

/**
 * @throws {AppError} `first_key`, which can only be reset; `not_found`; `role_required` for a
 *   member who did not create the key
 */
export async function revokeNamedKey(
  { accessChanges, log, namedKeys }: Omit<ChangeDeps, 'clock' | 'ids'>,
  { user, role, personId, sourceIp, by }: KeyRequest,
  keyId: string,
): Promise<void> {
  if (keyId === FIRST_KEY_ID) throw new AppError('first_key');
  const { name, who } = (await namedKeys.list(user)).find((each) => each.keyId === keyId) ?? {};
  if (name === undefined) throw new AppError('not_found');
  if (personOf(user, who) !== personId) requireRole(role, 'admin');
  const change = { kind: 'key', what: 'removed', target: keyId, name, by } as const;
  const write = await accessChanges.announce(user.id, change);
  if (!(await namedKeys.revoke(user.id, keyId, write))) throw new AppError('not_found');
  logSecurity(log, { what: 'key_revoked', account: user.id, sourceIp });
}
