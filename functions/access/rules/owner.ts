/**
 * Owner of the lists and checks of a call. Test keys have a separate owner, so that their data is
 * kept apart from what the customer paid for. User ids are ULIDs and never start like this.
 */
const TEST_PREFIX = 'test-';

export const testOwnerOf = (userId: string): string => TEST_PREFIX + userId;

export const isTestOwner = (ownerId: string): boolean => ownerId.startsWith(TEST_PREFIX);

export const userIdOf = (ownerId: string): string =>
  isTestOwner(ownerId) ? ownerId.slice(TEST_PREFIX.length) : ownerId;
