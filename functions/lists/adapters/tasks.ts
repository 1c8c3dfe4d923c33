import * as z from 'zod/mini';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { type TaskCompletion, storedCompletion } from '../rules/completion.ts';
import type { List } from '../rules/list.ts';
import type { VerdictCounts } from '../rules/verdict-counts.ts';
import type { Db, Query } from '../../platform/dynamo/db.ts';
import {
  updateExpression,
  itemExists,
  itemNotExists,
  putWrite,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { findStoredItem, queryStoredItems } from '../../platform/dynamo/stored-items.ts';
import { listKey, listPartition, sentTaskKey, taskKey } from './keys.ts';
import { toReasonCounters } from './list-item.ts';

/**
 * States in which a task may complete. A list that waits for credits may have a preview task. An
 * earlier version paused lists at the daily limit while some of their tasks were running.
 */
const ACTIVE_STATES = {
  status: [LIST_STATUS.wait_on_queue, LIST_STATUS.working, LIST_STATUS.paused],
  reason: [null, 'insufficient_credit', 'daily_limit'],
};

const counterIncrements = ({ reasons, ...counters }: VerdictCounts): Record<string, number> =>
  Object.fromEntries(
    Object.entries({ ...counters, ...toReasonCounters(reasons) }).filter(([, count]) => count > 0),
  );

const completionsQuery = (listId: string): Query => ({
  partition: listPartition(listId),
  prefix: 'TASK#',
});

/** How often a task was sent to the engine, and when last. */
const storedSend = z.object({ count: z.number(), at: z.number() });
/**
 * Limits the growth of the interval between sends: the first interval, twice that, then always four
 * times.
 */
const MAX_INTERVALS = 4;

export interface Tasks {
  getCompletion(listId: string, task: string): Promise<TaskCompletion | undefined>;
  /** Completion records in task order, optionally starting at the task `from`. */
  listCompletions(listId: string, from?: string): AsyncIterable<TaskCompletion>;
  /**
   * Writes a completion record and increments the list's counters in one transaction. Writes
   * nothing if it returns `duplicate`, because the task already has a completion record, or
   * `stale`, because the list is deleted or not running.
   */
  complete(
    list: List,
    completion: TaskCompletion,
    counts: VerdictCounts,
  ): Promise<'done' | 'duplicate' | 'stale'>;
  /** Records that the refusals of a task's run were counted. */
  recordCounted(listId: string, task: string): Promise<void>;
  /**
   * Records that a task is sent to the engine, unless it was sent too recently.
   * @param intervalMs minimum time between the first two sends; the next ones are longer
   * @returns the number of sends so far, or undefined if the task must not be sent
   */
  recordSend(
    listId: string,
    task: string,
    now: number,
    intervalMs: number,
  ): Promise<number | undefined>;
  /** Lets a task be sent as if it never was. */
  forgetSend(listId: string, task: string): Promise<void>;
  /** Deletes the completion records and the records of sent tasks. */
  deleteAll(listId: string): Promise<void>;
}

export function createTasks(db: Db): Tasks {
  return {
    getCompletion: (listId, task) => findStoredItem(db, storedCompletion, taskKey(listId, task)),

    listCompletions: (listId, from) =>
      queryStoredItems(db, storedCompletion, {
        ...completionsQuery(listId),
        ...(from !== undefined && { from: `TASK#${from}` }),
      }),

    async complete({ userId, listId }, completion, counts) {
      const add = {
        ...counterIncrements(counts),
        open: completion.children.length - 1,
        version: 1,
      };
      const canceled = await db.transact([
        putWrite({ ...taskKey(listId, completion.task), ...completion }, itemNotExists),
        updateWrite(
          listKey(userId, listId),
          updateExpression({ touchedAt: completion.at, bookedAt: completion.at }, add),
          where(ACTIVE_STATES),
        ),
      ]);
      if (!canceled) return 'done';
      return canceled[0] === 'condition' ? 'duplicate' : 'stale';
    },

    async recordCounted(listId, task) {
      await db.update(
        taskKey(listId, task),
        updateExpression({ uncounted: undefined }),
        itemExists,
      );
    },

    async recordSend(listId, task, now, intervalMs) {
      const key = sentTaskKey(listId, task);
      const { count = 0, at } = (await findStoredItem(db, storedSend, key)) ?? {};
      const waitMs = intervalMs * Math.min(2 ** (count - 1), MAX_INTERVALS);
      if (at !== undefined && now - at < waitMs) return undefined;
      const item = { ...key, count: count + 1, at: now };
      const canceled = await db.transact([
        putWrite(item, at === undefined ? itemNotExists : where({ at })),
      ]);
      return canceled ? undefined : item.count;
    },

    async forgetSend(listId, task) {
      await db.delete(sentTaskKey(listId, task));
    },

    async deleteAll(listId) {
      await db.deleteAll({ partition: listPartition(listId) });
    },
  };
}
