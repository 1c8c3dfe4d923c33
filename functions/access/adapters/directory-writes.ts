import type { User } from './user.ts';
import { ROLE } from '../../../shared/model/account.ts';
import type { Item, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  deleteWrite,
  itemExists,
  putWrite,
  updateWrite,
} from '../../platform/dynamo/expression.ts';
import { toDirectoryItem, packIdentity } from './directory-item.ts';
import { directoryChangeKey, directoryKey } from './keys.ts';

/** Lifetime of an entry in the change feed. A reader that pauses longer reads all rows again. */
export const CHANGE_TTL_SECONDS = 24 * 3600;

/** `now` is epoch milliseconds. A counter distinguishes changes of a user at the same `now`. */
const directoryChange = (now: number, userId: string): TransactionStep =>
  updateWrite(
    directoryChangeKey(new Date(now).toISOString(), userId),
    updateExpression({ userId, ttl: Math.ceil(now / 1000) + CHANGE_TTL_SECONDS }, { count: 1 }),
  );

type Listed = Pick<User, 'id' | 'memberOnly' | 'role'>;

/**
 * Returns no writes for administrators and people without an account, who are not in the directory.
 */
const withChangeEntry = (now: number, { id, memberOnly, role }: Listed, write: TransactionStep) =>
  role === ROLE.admin || memberOnly ? [] : [write, directoryChange(now, id)];

const updateRow = (now: number, user: Listed, set: Item): TransactionStep[] =>
  withChangeEntry(now, user, updateWrite(directoryKey(user.id), updateExpression(set), itemExists));

/** Every transaction that changes an account must include these, to keep the directory correct. */
export const directoryWrites = {
  add: (now: number, user: User): TransactionStep[] =>
    withChangeEntry(now, user, putWrite(toDirectoryItem(user))),

  /** @param user the account with its new names */
  rename: (now: number, user: User): TransactionStep[] =>
    updateRow(now, user, { who: packIdentity(user) }),

  setStatus: (now: number, user: Listed & Pick<User, 'status'>): TransactionStep[] =>
    updateRow(now, user, { status: user.status }),

  remove: (now: number, user: Listed): TransactionStep[] =>
    withChangeEntry(now, user, deleteWrite(directoryKey(user.id))),
} as const;
