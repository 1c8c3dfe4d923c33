/**
 * Whose the lists and checks of a call are. What is made with a test key belongs to an owner of its
 * own, so that it is kept apart from what the same customer paid for. Ids of users are ULIDs and
 * never begin like this.
 */
const TEST_PREFIX = 'test-';

export const testOwnerOf = (userId: string): string => TEST_PREFIX + userId;

export const isTestOwner = (ownerId: string): boolean => ownerId.startsWith(TEST_PREFIX);

/** The user whose key it is. */
export const userIdOf = (ownerId: string): string =>
  isTestOwner(ownerId) ? ownerId.slice(TEST_PREFIX.length) : ownerId;
