/** Kinds of what can act for an account, in the order in which they are ended. */
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

/** Whether this acts for a person, with each of the person's accounts. */
export const isPersonalAccess = (kind: AccessKind): boolean =>
  kind === 'session' || kind === 'factor';

/** Changes of them that the owner is notified of. */
export const ACCESS_CHANGES = ['added', 'changed', 'removed'] as const;

/** Kinds of what the log of an account shows in addition to what can act for it. */
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
  'invited',
] as const;

/** Whether this is the id of a key that any session could read. It is replaced instead of ended. */
export const isShownKey = (id: string): boolean => id === 'first' || id === 'test';
