import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import type { User } from './user.ts';
import { directoryItem } from './directory-item.ts';
import { directoryChange } from './directory-writes.ts';
import { emailKey, userKey } from './keys.ts';
import { normalAddress } from '../../../shared/address/read-address.ts';

/**
 * Customers that are made all at once, for demo data, each with the guard of its address and its
 * row in the directory: what has the same id or address is replaced.
 */
export const createBulkAccounts = (db: Db, clock: Clock) => ({
  put: (users: readonly User[]): Promise<void> =>
    db.putAll(
      users.flatMap((user) => [
        { ...userKey(user.id), ...user },
        { ...emailKey(normalAddress(user.email) ?? user.email), userId: user.id },
        directoryItem(user),
      ]),
    ),

  /** Has every function read the directory again. */
  async announce(): Promise<void> {
    await db.transact([directoryChange(clock.now(), 'all')]);
  },
});
