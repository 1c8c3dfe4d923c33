import { type DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../clock.ts';
import { type Backoff, withRetries } from '../retry.ts';
import { createBatches } from './batches.ts';
import type { Db, Item } from './db.ts';
import { deleteInput, putInput, updateInput } from './expression.ts';
import { ignoreConditionFailure, isTransientError } from './failures.ts';
import { createQueries } from './queries.ts';

export function createDb(
  client: DynamoDBClient,
  table: string,
  clock: Clock,
  backoff: Backoff,
): Db {
  // The SDK formats inputs and outputs even for a logger that does nothing, so remove the logger.
  Object.assign(client.config, { logger: undefined });
  const documents = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const isUnexpired = (item: Item): boolean =>
    typeof item['ttl'] !== 'number' || item['ttl'] * 1000 > clock.now();

  const withBackoff = <T>(action: () => Promise<T>): Promise<T> =>
    withRetries(action, isTransientError, backoff);
  const { queryPage, queryAll, skip: skipItems } = createQueries(documents, table);
  const batches = createBatches(documents, table, withBackoff);

  return {
    async get(key) {
      const response = await documents.send(
        new GetCommand({ TableName: table, Key: { ...key }, ConsistentRead: true }),
      );
      return response.Item && isUnexpired(response.Item) ? response.Item : undefined;
    },

    async batchGet(keys, { consistent = false } = {}) {
      return (await batches.read(keys, consistent)).filter(isUnexpired);
    },

    async put(item, condition) {
      const write = () =>
        documents.send(new PutCommand({ TableName: table, ...putInput(item, condition) }));
      return (await ignoreConditionFailure(() => withBackoff(write))) !== undefined;
    },

    deleteAll: (query) => batches.deleteAll(queryAll({ ...query, projection: { text: 'PK, SK' } })),

    async update(key, update, condition) {
      const write = () =>
        documents.send(
          new UpdateCommand({
            TableName: table,
            ...updateInput(key, update, condition),
            ReturnValues: 'ALL_NEW',
          }),
        );
      return (await ignoreConditionFailure(() => withBackoff(write)))?.Attributes;
    },

    async delete(key, condition) {
      const write = () =>
        documents.send(new DeleteCommand({ TableName: table, ...deleteInput(key, condition) }));
      return (await ignoreConditionFailure(() => withBackoff(write))) !== undefined;
    },

    async *query(query) {
      for await (const item of queryAll(query)) if (isUnexpired(item)) yield item;
    },

    async page(query, skip, limit) {
      const start = await skipItems(query, skip);
      if (start.skipped < skip || (skip > 0 && !start.next)) return [];
      const found: Item[] = [];
      let from = start.next;
      do {
        const response = await queryPage(query, {
          ExclusiveStartKey: from,
          Limit: limit - found.length,
        });
        found.push(...(response.Items ?? []));
        from = response.LastEvaluatedKey;
      } while (from && found.length < limit);
      return found.filter(isUnexpired);
    },

    async transact(steps) {
      const TransactItems = steps.map((step) => step(table));
      const send = () => documents.send(new TransactWriteCommand({ TransactItems }));
      try {
        await withBackoff(send);
        return undefined;
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code);
        if (!codes.includes('ConditionalCheckFailed')) throw error;
        return codes.map((code) => (code === 'ConditionalCheckFailed' ? 'condition' : 'none'));
      }
    },
  };
}
