import type { User } from './user.ts';
import { ROLE } from '../../../shared/model/account.ts';
import type { WriteItem } from '../../platform/dynamo/db.ts';
import {
  changes,
  deleteWrite,
  isThere,
  putWrite,
  updateWrite,
} from '../../platform/dynamo/expression.ts';
import { directoryItem, whoOf } from './directory-item.ts';
import { directoryChangeKey, directoryKey } from './keys.ts';

/** How long a change stays in the feed, in seconds; after a longer pause all is read. */
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

/**
 * What a transaction writes beside the account it makes, changes or erases, so that the directory
 * is right at all times.
 */
export const directoryWrites = {
  enter: (place: Place, user: User): WriteItem[] =>
    listed(place, user, putWrite(place.table, directoryItem(user))),

  /** @param user with the new names */
  rename: (place: Place, user: User): WriteItem[] =>
    listed(
      place,
      user,
      updateWrite(place.table, directoryKey(user.id), changes({ who: whoOf(user) }), isThere),
    ),

  setStatus: (place: Place, user: Pick<User, 'id' | 'role' | 'status'>): WriteItem[] =>
    listed(
      place,
      user,
      updateWrite(place.table, directoryKey(user.id), changes({ status: user.status }), isThere),
    ),

  leave: (place: Place, user: Pick<User, 'id' | 'role'>): WriteItem[] =>
    listed(place, user, deleteWrite(place.table, directoryKey(user.id))),
} as const;
