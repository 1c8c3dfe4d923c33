import {
  type DynamoDBClient,
  TransactionCanceledException,
  type TransactWriteItem,
  type TransactWriteItemsInput,
} from '@aws-sdk/client-dynamodb';
import { listKey } from '../../functions/lists/adapters/keys.ts';
import { attributesOf, listOf } from '../../functions/lists/adapters/list-item.ts';
import { createTasks } from '../../functions/lists/adapters/tasks.ts';
import { type List, newList } from '../../functions/lists/rules/list.ts';
import { tallyOf } from '../../functions/lists/rules/tally.ts';
import { rootTask } from '../../functions/lists/rules/task-id.ts';
import { createDb } from '../../functions/platform/dynamo/create-db.ts';
import type { Item } from '../../functions/platform/dynamo/db.ts';
import type { Key } from '../../functions/platform/dynamo/key.ts';
import type { RetryTimes } from '../../functions/platform/dynamo/retry-times.ts';
import { systemIds } from '../../functions/platform/system.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import type { TestTable } from './dynamo.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

export interface Storm {
  readonly workers: number;
  /** Tasks that each worker completes, one after the other. */
  readonly tasks: number;
  /** What a task takes before it is completed; the first begin within this time. */
  readonly taskMs: number;
  /** How long a transaction takes, and keeps others off its items. */
  readonly transactionMs: number;
  /** Items among which the workers are dealt; a list has one. */
  readonly counters?: number;
  readonly retryTimes: RetryTimes;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

export interface Outcome {
  /** Completions that were given back to the queue. */
  readonly failed: number;
  /** Milliseconds that each completion took, the shortest first. */
  readonly took: readonly number[];
  /** Transactions that were asked for. */
  readonly tries: number;
  /** The lists as they are afterwards. */
  readonly lists: readonly List[];
}

/**
 * Makes transactions of the table take time, and refuse each other as those of DynamoDB do: one
 * that comes while an item of its is in another transaction is refused, after half the time.
 * @returns how many there were
 */
function slowDown(client: DynamoDBClient, time: VirtualTime, ms: number): () => number {
  const taken = new Set<string>();
  let tries = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand') return time.outside(next(args));
        tries += 1;
        const { TransactItems = [] } = args.input as TransactWriteItemsInput;
        const keys = TransactItems.map(keyIn);
        if (keys.some((key) => taken.has(key))) {
          await time.sleep(ms / 2);
          const CancellationReasons = keys.map(() => ({ Code: 'TransactionConflict' }));
          const message = 'Transaction cancelled';
          throw new TransactionCanceledException({ $metadata: {}, message, CancellationReasons });
        }
        for (const key of keys) taken.add(key);
        await time.sleep(ms);
        try {
          return await time.outside(next(args));
        } finally {
          for (const key of keys) taken.delete(key);
        }
      },
    { step: 'initialize' },
  );
  return () => tries;
}

/** The key of one write of a transaction. */
function keyIn({ Put, Update }: TransactWriteItem): string {
  const { PK, SK } = Put?.Item ?? Update?.Key ?? {};
  return JSON.stringify([PK, SK]);
}

/** Lets many workers complete tasks of one list at once, on a table of its own, in virtual time. */
export async function completeInAStorm(table: TestTable, storm: Storm): Promise<Outcome> {
  const { workers, tasks: each, taskMs, transactionMs, retryTimes, random, counters = 1 } = storm;
  const time = createVirtualTime(0);
  const db = createDb(table.client, table.name, time, { ...retryTimes, sleep: time.sleep, random });
  const upload = { userId: systemIds.token(8), name: 'l', sourceName: 'l.csv', createdAt: '' };
  const items = Array.from({ length: counters }, (_, at): Item & Key => {
    const mine = Array.from({ length: workers }, (_none, worker) => worker % counters === at);
    const open = mine.filter(Boolean).length * each;
    const list = newList({ ...upload, listId: systemIds.ulid(at) }, 0);
    const running = { ...list, status: LIST_STATUS.working, open };
    return { ...listKey(list.userId, list.listId), ...attributesOf(running) };
  });
  await db.putAll(items);
  const lists = items.map((item) => listOf(item));
  const tasks = createTasks(db);
  const tally = tallyOf([{ status: 'deliverable', reason: 'accepted' }], 'answers');

  const tries = slowDown(table.client, time, transactionMs);
  const took: number[] = [];
  let failed = 0;
  const worker = async (number: number): Promise<void> => {
    const list = lists[number % counters] as List;
    for (let turn = 0; turn < each; turn += 1) {
      await time.sleep(taskMs * (turn === 0 ? random() : 0.5 + random()));
      const startedAt = time.now();
      const completion = {
        task: rootTask(number * each + turn),
        run: 'run',
        children: [],
        at: startedAt,
      };
      try {
        await tasks.complete(list, completion, tally);
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        failed += 1;
      }
      took.push(time.now() - startedAt);
    }
  };
  const all = Promise.all(Array.from({ length: workers }, (_, number) => worker(number)));
  await time.pass(() => false);
  await all;
  const after = await Promise.all(items.map(({ PK, SK }) => db.get({ PK, SK })));
  return {
    failed,
    tries: tries(),
    took: took.toSorted((a, b) => a - b),
    lists: after.flatMap((item) => (item ? [listOf(item)] : [])),
  };
}
