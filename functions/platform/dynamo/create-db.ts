import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { currentCall } from '../author.ts';
import type { Clock } from '../clock.ts';
import { type Backoff, withRetries } from '../retry.ts';
import { createBatches } from './batches.ts';
import type { CancellationReasons, Db, Item, Expression, Query, TransactionItem } from './db.ts';
import {
  addCondition,
  conditionCheck,
  deleteInput,
  deleteWrite,
  expressionAttributes,
  findStep,
  itemNotExpired,
  putInput,
  putWrite,
  updateInput,
  updateWrite,
} from './expression.ts';
import { ignoreConditionFailure, isTransientError } from './failures.ts';
import type { Key } from './key.ts';

/** Returns a sort key that follows all keys with this prefix, since all our keys are ASCII. */
const lastKeyWithPrefix = (prefix: string): string => `${prefix}\u{7f}`;

function keyCondition({ partition, prefix, from, to }: Query): Expression {
  const values = { ':pk': partition };
  if (prefix === undefined) return { text: 'PK = :pk', values };
  if (from === undefined && to === undefined)
    return { text: 'PK = :pk AND begins_with(SK, :sk)', values: { ...values, ':sk': prefix } };
  return {
    text: 'PK = :pk AND SK BETWEEN :from AND :to',
    values: { ...values, ':from': from ?? prefix, ':to': to ?? lastKeyWithPrefix(prefix) },
  };
}

/** Creates strongly consistent queries of one partition, which read it page by page. */
function createQueries(documents: DynamoDBDocumentClient, table: string) {
  const queryPage = (
    query: Query,
    pageInput: Pick<QueryCommandInput, 'ExclusiveStartKey' | 'Limit' | 'Select'>,
    filter?: Expression,
  ) => {
    const condition = keyCondition(query);
    const projection = pageInput.Select ? undefined : query.projection;
    return documents.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: condition.text,
        ScanIndexForward: query.descending !== true,
        ConsistentRead: true,
        ...(projection && { ProjectionExpression: projection.text }),
        ...(filter && { FilterExpression: filter.text }),
        ...expressionAttributes(condition, projection, filter),
        ...pageInput,
      }),
    );
  };

  /** Yields all results of a query, including expired items. */
  async function* queryAll(query: Query): AsyncGenerator<Item> {
    const { partition: PK, after: SK } = query;
    let from: Item | undefined = SK === undefined ? undefined : { PK, SK };
    do {
      const response = await queryPage(query, { ExclusiveStartKey: from });
      yield* response.Items ?? [];
      from = response.LastEvaluatedKey;
    } while (from);
  }

  /** Skips at most `limit` items without transferring them. The query continues at `next`. */
  async function skip(
    query: Query,
    limit: number,
    filter: Expression,
  ): Promise<{ skipped: number; next: Item | undefined }> {
    let skipped = 0;
    let next: Item | undefined;
    while (skipped < limit) {
      const response = await queryPage(
        query,
        { Select: 'COUNT', ExclusiveStartKey: next, Limit: limit - skipped },
        filter,
      );
      skipped += response.Count ?? 0;
      next = response.LastEvaluatedKey;
      if (!next) break;
    }
    return { skipped, next };
  }

  return { queryPage, queryAll, skip };
}

/** Whether an item is the account's, so that a call writes it only with the caller's right. */
function needsRight({ PK }: Key): boolean {
  const { right } = currentCall() ?? {};
  return right?.key.PK === PK && right.condition() !== undefined;
}

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

  async function sendTransaction(
    TransactItems: readonly TransactionItem[],
  ): Promise<CancellationReasons | undefined> {
    const send = () =>
      documents.send(new TransactWriteCommand({ TransactItems: [...TransactItems] }));
    try {
      await withBackoff(send);
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code);
      if (!codes.includes('ConditionalCheckFailed')) throw error;
      return codes.map((code) => (code === 'ConditionalCheckFailed' ? 'condition' : 'none'));
    }
  }

  /**
   * Writes under the condition that the caller still has the right to do so. If the profile has
   * changed since it was read, but not the right, the write is repeated.
   * @throws {AppError} `role_required`
   */
  async function writeWithRight(
    items: readonly TransactionItem[],
  ): Promise<CancellationReasons | undefined> {
    const { right } = currentCall() ?? {};
    const condition = right?.condition();
    if (!right || !condition) return sendTransaction(items);
    const at = findStep(items, right.key);
    const step = items[at];
    const canceled = await sendTransaction(
      step
        ? items.with(at, addCondition(step, condition))
        : [...items, conditionCheck(right.key, condition)(table)],
    );
    if (canceled?.at(at) !== 'condition') return step ? canceled : canceled?.slice(0, -1);
    await right.renew();
    const isSame = isDeepStrictEqual(right.condition(), condition);
    // The condition of the step itself has failed.
    return step && isSame ? canceled : writeWithRight(items);
  }

  const db: Db = {
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
      if (needsRight(item)) return !(await db.transact([putWrite(item, condition)]));
      const write = () =>
        documents.send(new PutCommand({ TableName: table, ...putInput(item, condition) }));
      return (await ignoreConditionFailure(() => withBackoff(write))) !== undefined;
    },

    deleteAll: (query) => batches.deleteAll(queryAll({ ...query, projection: { text: 'PK, SK' } })),

    async update(key, update, condition) {
      if (needsRight(key))
        return (await db.transact([updateWrite(key, update, condition)])) ? undefined : db.get(key);
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
      if (needsRight(key)) return !(await db.transact([deleteWrite(key, condition)]));
      const write = () =>
        documents.send(new DeleteCommand({ TableName: table, ...deleteInput(key, condition) }));
      return (await ignoreConditionFailure(() => withBackoff(write))) !== undefined;
    },

    async *query(query) {
      for await (const item of queryAll(query)) if (isUnexpired(item)) yield item;
    },

    async page(query, skip, limit) {
      const unexpired = itemNotExpired(clock.now() / 1000);
      const start = await skipItems(query, skip, unexpired);
      if (start.skipped < skip || (skip > 0 && !start.next)) return [];
      const found: Item[] = [];
      let from = start.next;
      do {
        const response = await queryPage(
          query,
          { ExclusiveStartKey: from, Limit: limit - found.length },
          unexpired,
        );
        found.push(...(response.Items ?? []));
        from = response.LastEvaluatedKey;
      } while (from && found.length < limit);
      return found;
    },

    transact: (steps) => writeWithRight(steps.map((step) => step(table))),
  };
  return db;
}
