import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { forEachConcurrently } from '../for-each-concurrently.ts';
import type { Item } from './db.ts';
import { UnprocessedError } from './failures.ts';
import type { Key } from './key.ts';

type BatchWrite = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>[number];

/** DynamoDB's maximum batch sizes. */
const MAX_READS = 100;
const MAX_WRITES = 25;
const CONCURRENCY = 8;

async function* deleteBatches(items: AsyncIterable<Item>): AsyncGenerator<BatchWrite[]> {
  let batch: BatchWrite[] = [];
  for await (const { PK, SK } of items) {
    batch.push({ DeleteRequest: { Key: { PK, SK } } });
    if (batch.length < MAX_WRITES) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** @param withRetries repeats an action after an UnprocessedError or another transient error */
export function createBatches(
  documents: DynamoDBDocumentClient,
  table: string,
  withRetries: (action: () => Promise<void>) => Promise<void>,
) {
  async function readBatch(keys: readonly Key[], consistent: boolean): Promise<Item[]> {
    const found: Item[] = [];
    let pendingKeys: readonly Item[] = keys.map((each) => ({ ...each }));
    await withRetries(async () => {
      const response = await documents.send(
        new BatchGetCommand({
          RequestItems: { [table]: { Keys: [...pendingKeys], ConsistentRead: consistent } },
        }),
      );
      found.push(...(response.Responses?.[table] ?? []));
      pendingKeys = response.UnprocessedKeys?.[table]?.Keys ?? [];
      if (pendingKeys.length > 0)
        throw new UnprocessedError(`${pendingKeys.length} of ${keys.length} keys`);
    });
    return found;
  }

  async function writeBatch(writes: readonly BatchWrite[]): Promise<void> {
    let pendingWrites = [...writes];
    await withRetries(async () => {
      const response = await documents.send(
        new BatchWriteCommand({ RequestItems: { [table]: pendingWrites } }),
      );
      pendingWrites = response.UnprocessedItems?.[table] ?? [];
      if (pendingWrites.length > 0)
        throw new UnprocessedError(`${pendingWrites.length} of ${writes.length} items`);
    });
  }

  return {
    async read(keys: readonly Key[], consistent: boolean): Promise<Item[]> {
      const found: Item[] = [];
      for (let at = 0; at < keys.length; at += MAX_READS)
        found.push(...(await readBatch(keys.slice(at, at + MAX_READS), consistent)));
      return found;
    },

    deleteAll: (items: AsyncIterable<Item>): Promise<void> =>
      forEachConcurrently(deleteBatches(items), CONCURRENCY, writeBatch),
  };
}
