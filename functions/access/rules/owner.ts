/**
 * Prefix of the owner of lists and checks made with a test key. A separate owner keeps test data
 * apart from what the customer paid for. User ids are ULIDs and never have this prefix.
 */
const TEST_PREFIX = 'test-';

export const testOwnerOf = (userId: string): string => TEST_PREFIX + userId;

/** Owners of a user's lists and checks: the user, and the separate owner for test keys. */
export const ownersOf = (userId: string): readonly string[] => [userId, testOwnerOf(userId)];

export const isTestOwner = (ownerId: string): boolean => ownerId.startsWith(TEST_PREFIX);

export const userIdOf = (ownerId: string): string =>
  isTestOwner(ownerId) ? ownerId.slice(TEST_PREFIX.length) : ownerId;

/**
 * Returns the id of the person who acted on an account; undefined for an API key. Before a transfer,
 * the first owner had the id of the account.
 */
export function personOf(
  { id, movedTo = id }: { readonly id: string; readonly movedTo?: string | undefined },
  who: { readonly type: 'person' | 'key'; readonly id: string } | undefined,
): string | undefined {
  if (who?.type !== 'person') return undefined;
  return who.id === id ? movedTo : who.id;
}
