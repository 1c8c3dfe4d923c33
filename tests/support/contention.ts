import {
  type DynamoDBClient,
  TransactionCanceledException,
  type TransactWriteItem,
  type TransactWriteItemsInput,
} from '@aws-sdk/client-dynamodb';
import { listKey } from '../../functions/lists/adapters/keys.ts';
import { toListAttributes, listFromItem } from '../../functions/lists/adapters/list-item.ts';
import { createTasks } from '../../functions/lists/adapters/tasks.ts';
import { type List, newList } from '../../functions/lists/rules/list.ts';
import { countVerdicts } from '../../functions/lists/rules/verdict-counts.ts';
import { rootTaskId } from '../../functions/lists/rules/task-id.ts';
import { createDb } from '../../functions/platform/dynamo/create-db.ts';
import type { RetryPolicy } from '../../functions/platform/retry.ts';
import { systemIds } from '../../functions/platform/system.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import type { TestTable } from './dynamo.ts';
import { createVirtualTime, type VirtualTime } from '../../packages/verifier/tests/virtual-time.ts';

export interface ContentionOptions {
  readonly workers: number;
  /** Duration of a transaction in milliseconds, during which its items are locked. */
  readonly transactionMs: number;
  readonly retryTimes: RetryPolicy;
  readonly random: () => number;
}

export interface ContentionResult {
  /** Number of completions that failed, so that SQS would deliver their message again. */
  readonly failed: number;
  /** Duration of each completion in milliseconds, shortest first. */
  readonly durationsMs: readonly number[];
  readonly list: List | undefined;
}

/**
 * Makes each transaction take `ms` milliseconds. A transaction on an item that another transaction
 * has locked is rejected halfway through.
 */
function slowDown(client: DynamoDBClient, time: VirtualTime, ms: number): void {
  const taken = new Set<string>();
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand') return time.outside(next(args));
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
}

function keyIn({ Put, Update }: TransactWriteItem): string {
  const { PK, SK } = Put?.Item ?? Update?.Key ?? {};
  return JSON.stringify([PK, SK]);
}

/** Lets many concurrent workers each complete one task of the same list, in virtual time. */
export async function completeUnderContention(
  table: TestTable,
  contention: ContentionOptions,
): Promise<ContentionResult> {
  const { workers, transactionMs, retryTimes, random } = contention;
  const time = createVirtualTime(0);
  const db = createDb(table.client, table.name, time, { ...retryTimes, sleep: time.sleep, random });
  const upload = { userId: systemIds.token(8), name: 'l', sourceName: 'l.csv', createdAt: '' };
  const started = newList({ ...upload, listId: systemIds.ulid(0) }, 0);
  const running = { ...started, status: LIST_STATUS.working, open: workers };
  const key = listKey(running.userId, running.listId);
  await db.put({ ...key, ...toListAttributes(running) });
  const list = listFromItem((await db.get(key)) ?? {});
  const tasks = createTasks(db);
  const tally = countVerdicts([{ status: 'deliverable', reason: 'accepted' }], 'conclusive');

  slowDown(table.client, time, transactionMs);
  const durationsMs: number[] = [];
  let failed = 0;
  const worker = async (number: number): Promise<void> => {
    const completion = { task: rootTaskId(number), run: 'run', children: [], at: time.now() };
    try {
      await tasks.complete(list, completion, tally);
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      failed += 1;
    }
    durationsMs.push(time.now());
  };
  const all = Promise.all(Array.from({ length: workers }, (_, number) => worker(number)));
  await time.advance(() => false);
  await all;
  const after = await db.get(key);
  return {
    failed,
    durationsMs: durationsMs.toSorted((a, b) => a - b),
    list: after && listFromItem(after),
  };
}
