import type { User } from '../ports.ts';
import { ROLE } from '../../../shared/model/account.ts';
import type { DirectoryRow } from '../rules/directory-row.ts';
import type { Item, WriteItem } from '../../platform/dynamo/db.ts';
import { changes, updateWrite } from '../../platform/dynamo/expression.ts';
import { directoryChangeKey, directoryKey } from './keys.ts';

/** How long a change stays in the feed, in seconds; who has not read for longer reads everything. */
const CHANGE_SECONDS = 24 * 3600;

/** Where and when a write takes place; `now` is epoch milliseconds. */
interface Place {
  readonly table: string;
  readonly now: number;
}

/** The members of an account that the directory repeats. */
type Changed = Partial<Pick<DirectoryRow, 'email' | 'firstName' | 'lastName' | 'status'>>;

type Who = Pick<User, 'id' | 'role'>;

export const directoryItem = (user: DirectoryRow): Item => ({
  ...directoryKey(user.id),
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  status: user.status,
  createdAt: user.createdAt,
});

/** The entry of the change feed. Of two changes in one millisecond the second one is counted. */
export const changeUpdate = (now: number, userId: string) => ({
  key: directoryChangeKey(new Date(now).toISOString(), userId),
  update: changes({ userId, ttl: Math.ceil(now / 1000) + CHANGE_SECONDS }, { count: 1 }),
});

function changeWrite({ table, now }: Place, userId: string): WriteItem {
  const { key, update } = changeUpdate(now, userId);
  return updateWrite(table, key, update);
}

/**
 * What an account's transaction writes beside the account, so that the directory is always right;
 * nothing for an administrator, who is not in it.
 */
export const directoryWrites = {
  /** The account is made. */
  enter: (place: Place, user: DirectoryRow & Who): WriteItem[] =>
    user.role === ROLE.admin
      ? []
      : [
          { Put: { TableName: place.table, Item: directoryItem(user) } },
          changeWrite(place, user.id),
        ],

  /** These members of the account are set. */
  change(place: Place, { id, role }: Who, changed: Changed): WriteItem[] {
    if (role === ROLE.admin) return [];
    const isListed = { text: 'attribute_exists(PK)' };
    return [
      updateWrite(place.table, directoryKey(id), changes(changed), isListed),
      changeWrite(place, id),
    ];
  },

  /** The account is erased. */
  leave: (place: Place, { id, role }: Who): WriteItem[] =>
    role === ROLE.admin
      ? []
      : [
          { Delete: { TableName: place.table, Key: { ...directoryKey(id) } } },
          changeWrite(place, id),
        ],
} as const;
