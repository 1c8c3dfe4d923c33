import * as z from 'zod/mini';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import type { Completion, Tasks } from '../ports.ts';
import type { Tally } from '../rules/tally.ts';
import type { Db, Query } from '../../platform/dynamo/db.ts';
import { changes, updateWrite, where } from '../../platform/dynamo/expression.ts';
import { listKey, listPartition, taskKey } from './keys.ts';
import { reasonAttribute } from './list-item.ts';

const stored: z.ZodMiniType<Completion> = z.object({
  task: z.string(),
  run: z.string(),
  children: z.array(
    z.object({ hop: z.enum(['r', 'd']), attempt: z.number(), delaySeconds: z.number() }),
  ),
  at: z.number(),
});

const RUNNING = [LIST_STATUS.wait_on_queue, LIST_STATUS.working];

/** What a tally adds to a list's attributes; zeros are left out. */
function counted({ reasons, ...counters }: Tally): Record<string, number> {
  const ofReasons = Object.entries(reasons).map(
    ([reason, times]) => [reasonAttribute(reason), times] as const,
  );
  return Object.fromEntries(
    [...Object.entries(counters), ...ofReasons].filter(([, times]) => times > 0),
  );
}

const below = (listId: string): Query => ({ partition: listPartition(listId), prefix: 'TASK#' });

/** Task completions on the single table, below their list. */
export function createTasks(db: Db): Tasks {
  return {
    async completion(listId, task) {
      const item = await db.get(taskKey(listId, task));
      return item && stored.parse(item);
    },

    async *completions(listId) {
      for await (const item of db.query(below(listId))) yield stored.parse(item);
    },

    async complete({ userId, listId, epoch }, completion, tally) {
      const add = { ...counted(tally), open: completion.children.length - 1, version: 1 };
      const cancelled = await db.transact([
        {
          Put: {
            TableName: db.table,
            Item: { ...taskKey(listId, completion.task), ...completion },
            ConditionExpression: 'attribute_not_exists(PK)',
          },
        },
        updateWrite(
          db.table,
          listKey(userId, listId),
          changes({ touchedAt: completion.at }, add),
          where({ epoch, status: RUNNING }),
        ),
      ]);
      if (!cancelled) return 'done';
      return cancelled[0] === 'condition' ? 'duplicate' : 'void';
    },

    async removeAll(listId) {
      await db.removeAll(below(listId));
    },
  };
}
