import type { User } from './user.ts';
import { ROLE } from '../../../shared/model/account.ts';
import type { WriteItem } from '../../platform/dynamo/db.ts';
import { changes, updateWrite } from '../../platform/dynamo/expression.ts';
import { directoryItem, whoOf } from './directory-item.ts';
import { directoryChangeKey, directoryKey } from './keys.ts';

/** How long a change stays in the feed, in seconds; who has not read for longer reads everything. */
const CHANGE_SECONDS = 24 * 3600;

/** Where and when a write takes place; `now` is epoch milliseconds. */
interface Place {
  readonly table: string;
  readonly now: number;
}

/** The entry of the change feed. Of two changes in one millisecond the second one is counted. */
export const directoryChange = ({ table, now }: Place, userId: string): WriteItem =>
  updateWrite(
    table,
    directoryChangeKey(new Date(now).toISOString(), userId),
    changes({ userId, ttl: Math.ceil(now / 1000) + CHANGE_SECONDS }, { count: 1 }),
  );

/** The change, and its entry in the feed; nothing for an administrator, who is not listed. */
const listed = (place: Place, { id, role }: Pick<User, 'id' | 'role'>, write: WriteItem) =>
  role === ROLE.admin ? [] : [write, directoryChange(place, id)];

const IS_LISTED = { text: 'attribute_exists(PK)' };

/**
 * What a transaction writes beside the account it makes, changes or erases, so that the directory
 * is right at all times.
 */
export const directoryWrites = {
  enter: (place: Place, user: User): WriteItem[] =>
    listed(place, user, { Put: { TableName: place.table, Item: directoryItem(user) } }),

  /** @param user with the new names */
  rename: (place: Place, user: User): WriteItem[] =>
    listed(
      place,
      user,
      updateWrite(place.table, directoryKey(user.id), changes({ who: whoOf(user) }), IS_LISTED),
    ),

  setStatus: (place: Place, user: Pick<User, 'id' | 'role' | 'status'>): WriteItem[] =>
    listed(
      place,
      user,
      updateWrite(place.table, directoryKey(user.id), changes({ status: user.status }), IS_LISTED),
    ),

  leave: (place: Place, user: Pick<User, 'id' | 'role'>): WriteItem[] =>
    listed(place, user, { Delete: { TableName: place.table, Key: { ...directoryKey(user.id) } } }),
} as const;
