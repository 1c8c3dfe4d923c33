import { type AccountRole, includesRole } from './account.ts';

/** Kinds of items that can act for an account, in the order in which they are revoked. */
export const ACCESS_KINDS = [
  'session',
  'sso',
  'member',
  'key',
  'endpoint',
  'form',
  'connection',
  'factor',
] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** Whether items of this kind act for a person, and thus on each of the person's accounts. */
export const isPersonalAccess = (kind: AccessKind): boolean =>
  kind === 'session' || kind === 'factor';

/** Kinds that store who added them. */
const AUTHORED_KINDS: ReadonlySet<AccessKind> = new Set(['key', 'endpoint', 'form', 'connection']);

/** Changes of such items of which the owner is notified. */
export const ACCESS_CHANGES = ['added', 'changed', 'removed'] as const;

/**
 * Kinds of entries in an account's log other than changes to items that can act for the account.
 */
const ACT_KINDS = ['login', 'list', 'bounces', 'payment', 'refund', 'setting', 'export'] as const;
/** Kinds in the log of an account. It omits sessions and factors, which belong to a person. */
export const ACTIVITY_KINDS = [
  ...ACT_KINDS,
  'sso',
  'member',
  'key',
  'endpoint',
  'form',
  'connection',
] as const;
export const ACTIVITY_VERBS = [
  ...ACCESS_CHANGES,
  'downloaded',
  'rechecked',
  'renamed',
  'watched',
  'unwatched',
  'read',
  'invited',
  'withdrawn',
  'declined',
  'offered',
  'offer_withdrawn',
  'offer_declined',
] as const;

/**
 * Whether this is the id of a key that any session could read. Such a key is replaced instead of
 * revoked.
 */
export const isShownKey = (id: string): boolean => id === 'first' || id === 'test';

interface Leaver {
  readonly id: string;
  readonly role: AccountRole;
  readonly since: string | null;
  readonly read_keys_until: string | null;
}

/**
 * Whether a person who leaves or loses a role may still use an item: they added or changed it, or
 * could read it. Without a recorded author, it counts if it was added since they joined.
 */
export function isUsableBy(
  { id: personId, role, since, read_keys_until: until }: Leaver,
  item: {
    readonly kind: AccessKind;
    readonly id: string;
    readonly added_at: string | null;
    readonly people: readonly string[];
  },
): boolean {
  const { kind, id, added_at: at, people } = item;
  if (!AUTHORED_KINDS.has(kind)) return false;
  if (isShownKey(id)) return includesRole(role, 'admin') || (until !== null && (at ?? '') <= until);
  if (people.length > 0) return people.includes(personId);
  return at !== null && since !== null && at >= since;
}
