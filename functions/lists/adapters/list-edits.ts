import type { Db, Query } from '../../platform/dynamo/db.ts';
import { putWrite, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import { listStoredItems } from '../../platform/dynamo/stored-items.ts';
import { type StoredEdit, storedEdit } from '../rules/edits.ts';
import type { List } from '../rules/list.ts';
import { FIRST_REVIEW_DELAY_MS } from '../rules/next-review.ts';
import { editKey, editPrefix, listKey } from './keys.ts';
import { createListUpdateExpression } from './list-item.ts';
import { newPendingList, createPendingListWrite } from './pending-lists.ts';

type EditRange = Omit<NonNullable<NonNullable<List['recheckOf']>['edits']>, 'added'>;

function editQuery(userId: string, listId: string, { after, to }: Partial<EditRange>): Query {
  const prefix = editPrefix(listId);
  return {
    partition: userPartition(userId),
    prefix,
    ...(after && { from: `${prefix}${after}~` }),
    ...(to !== undefined && { to: `${prefix}${to}` }),
  };
}

/** Stores edits of finished lists until the recheck that applies them has ended. */
export interface ListEdits {
  /** Also schedules a review. Returns false if the list has changed since it was read. */
  addEdit(list: List, edit: StoredEdit, now: number): Promise<boolean>;
  /** Edits with ids after `after` and, if given, up to `to`, oldest first. */
  edits(userId: string, listId: string, range: Partial<EditRange>): Promise<StoredEdit[]>;
  lastEdit(userId: string, listId: string, after: string): Promise<StoredEdit | undefined>;
  /** Deletes the edits of a list, or only those up to `to`. */
  deleteEdits(userId: string, listId: string, to?: string): Promise<void>;
}

export const createListEdits = (db: Db): ListEdits => ({
  async addEdit({ userId, listId, version, waitingEdits }, edit, now) {
    const { edits = 0, added = 0 } = waitingEdits ?? {};
    const waiting = { edits: edits + 1, added: added + (edit.adds ? edit.emails.length : 0) };
    const canceled = await db.transact([
      putWrite({ ...editKey(userId, listId, edit.id), ...edit }),
      updateWrite(
        listKey(userId, listId),
        createListUpdateExpression({ editedAt: now, waitingEdits: waiting }),
        where({ version }),
      ),
      createPendingListWrite(newPendingList({ userId, listId }, now, FIRST_REVIEW_DELAY_MS)),
    ]);
    return canceled === undefined;
  },

  edits: (userId, listId, range) =>
    listStoredItems(db, storedEdit, editQuery(userId, listId, range)),

  async lastEdit(userId, listId, after) {
    const query = { ...editQuery(userId, listId, { after }), descending: true };
    const [item] = await db.page(query, 0, 1);
    return item && storedEdit.parse(item);
  },

  deleteEdits: (userId, listId, to) =>
    db.deleteAll(editQuery(userId, listId, { ...(to !== undefined && { to }) })),
});
