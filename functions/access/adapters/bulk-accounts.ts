import type { BulkAccounts } from '../ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/dynamo/db.ts';
import { directoryItem } from './directory-item.ts';
import { directoryChange } from './directory-writes.ts';
import { emailKey, userKey } from './keys.ts';
import { normalAddress } from '../../../shared/address/read-address.ts';

/** Accounts in batches: each with the guard of its address and its row in the directory. */
export const createBulkAccounts = (db: Db, clock: Clock): BulkAccounts => ({
  put: (users) =>
    db.putAll(
      users.flatMap((user) => [
        { ...userKey(user.id), ...user },
        { ...emailKey(normalAddress(user.email) ?? user.email), userId: user.id },
        directoryItem(user),
      ]),
    ),

  async announce() {
    await db.transact([directoryChange({ table: db.table, now: clock.now() }, 'all')]);
  },
});
