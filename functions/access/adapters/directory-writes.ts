import type { User } from './user.ts';
import { ROLE } from '../../../shared/model/account.ts';
import type { Item, TransactionStep } from '../../platform/dynamo/db.ts';
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

/**
 * The entry of the change feed. Of two changes in one millisecond the second one is counted.
 * @param now epoch milliseconds
 */
const directoryChange = (now: number, userId: string): TransactionStep =>
  updateWrite(
    directoryChangeKey(new Date(now).toISOString(), userId),
    changes({ userId, ttl: Math.ceil(now / 1000) + CHANGE_SECONDS }, { count: 1 }),
  );

/** The change, and its entry in the feed; nothing for an administrator, who is not listed. */
const listed = (now: number, { id, role }: Pick<User, 'id' | 'role'>, write: TransactionStep) =>
  role === ROLE.admin ? [] : [write, directoryChange(now, id)];

const changed = (now: number, user: Pick<User, 'id' | 'role'>, set: Item): TransactionStep[] =>
  listed(now, user, updateWrite(directoryKey(user.id), changes(set), isThere));

/** Beside the account that a transaction changes, so that the directory is right at all times. */
export const directoryWrites = {
  enter: (now: number, user: User): TransactionStep[] =>
    listed(now, user, putWrite(directoryItem(user))),

  /** @param user with the new names */
  rename: (now: number, user: User): TransactionStep[] => changed(now, user, { who: whoOf(user) }),

  setStatus: (now: number, user: Pick<User, 'id' | 'role' | 'status'>): TransactionStep[] =>
    changed(now, user, { status: user.status }),

  leave: (now: number, user: Pick<User, 'id' | 'role'>): TransactionStep[] =>
    listed(now, user, deleteWrite(directoryKey(user.id))),
} as const;
