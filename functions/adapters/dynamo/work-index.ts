import * as z from 'zod/mini';
import type { Lists, Work } from '../../app/ports/lists.ts';
import type { Db, Item } from './db.ts';
import { where } from './expression.ts';
import { type Key, WORK_PARTITION, workCheckKey, workListKey } from './keys.ts';

const stored = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('list'),
    userId: z.string(),
    listId: z.string(),
    since: z.number(),
    deleted: z.boolean(),
  }),
  z.object({
    kind: z.literal('check'),
    userId: z.string(),
    requestId: z.string(),
    since: z.number(),
  }),
]);

export const workListItem = (
  userId: string,
  listId: string,
  since: number,
  deleted: boolean,
): Item & Key => ({ ...workListKey(listId), kind: 'list', userId, listId, since, deleted });

export const workCheckItem = (userId: string, requestId: string, since: number): Item & Key => ({
  ...workCheckKey(requestId),
  kind: 'check',
  userId,
  requestId,
  since,
});

const keyOf = (work: Work): Key =>
  work.kind === 'list' ? workListKey(work.listId) : workCheckKey(work.requestId);

/** What the sweeper looks through: everything that is not at rest, in one partition. */
export const createWorkIndex = (db: Db): Pick<Lists, 'works' | 'forget'> => ({
  async *works() {
    for (const prefix of ['LIST#', 'CHECK#'])
      for await (const item of db.query({ partition: WORK_PARTITION, prefix }))
        yield stored.parse(item);
  },

  async forget(work) {
    // A deletion meanwhile has put other work under the same key.
    await db.remove(keyOf(work), where({ since: work.since }));
  },
});
