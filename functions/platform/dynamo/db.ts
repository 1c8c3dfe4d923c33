import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../clock.ts';
import { forEach } from '../for-each.ts';
import type { Key } from './key.ts';
import { type Backoff, retrying } from '../retry.ts';

export type Item = Record<string, unknown>;
export type WriteItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** An expression with its bound values; names stand in the text or, when reserved, as `#name`. */
export interface Expression {
  readonly text: string;
  readonly values?: Readonly<Item>;
  readonly names?: Readonly<Record<string, string>>;
}

export interface Query {
  readonly partition: string;
  /** Only sort keys that begin with this; all without. */
  readonly prefix?: string;
  /** Of these, only sort keys from this one on; begins with `prefix`. */
  readonly from?: string;
  /** Of these, only sort keys up to this one; begins with `prefix`. */
  readonly to?: string;
  readonly descending?: boolean;
  readonly projection?: Expression;
}

/** What became of each write of a cancelled transaction, by position. */
export type Cancelled = readonly ('none' | 'condition')[];

/**
 * The table as its adapters use it: strong reads, conditional writes that answer instead of
 * throwing, transactions that outlast conflicts and throttling. An item whose `ttl` (epoch
 * seconds) has passed is never returned, since DynamoDB deletes it hours later.
 */
export interface Db {
  readonly table: string;
  get(key: Key): Promise<Item | undefined>;
  /** Items that exist, in no particular order; eventually consistent unless asked otherwise. */
  batchGet(keys: readonly Key[], options?: { readonly consistent?: boolean }): Promise<Item[]>;
  /** False when the condition failed. */
  put(item: Item & Key, condition?: Expression): Promise<boolean>;
  /** Puts many items, each in place of what was there, in batches; not together, and in any order. */
  putAll(items: readonly (Item & Key)[]): Promise<void>;
  /** Removes what a query finds, in batches; not together, and in any order. */
  removeAll(query: Query): Promise<void>;
  /** The item after the update, or undefined when the condition failed. */
  update(key: Key, update: Expression, condition?: Expression): Promise<Item | undefined>;
  /** False when the condition failed. */
  remove(key: Key, condition?: Expression): Promise<boolean>;
  query(query: Query): AsyncIterable<Item>;
  /** How many items a query finds, those included whose `ttl` has passed. Costs reading them. */
  count(query: Query): Promise<number>;
  /** The `limit` items behind the first `skip` of a query, in its order. Costs reading both. */
  page(query: Query, skip: number, limit: number): Promise<Item[]>;
  /** Undefined when applied, else what failed where. */
  transact(writes: readonly WriteItem[]): Promise<Cancelled | undefined>;
}

const bound = (...expressions: (Expression | undefined)[]) => {
  const values = Object.assign({}, ...expressions.map((each) => each?.values)) as Item;
  const names = Object.assign({}, ...expressions.map((each) => each?.names)) as Record<
    string,
    string
  >;
  return {
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
  };
};

const conditionOf = (condition: Expression | undefined) =>
  condition && { ConditionExpression: condition.text };

/** Sorts behind every key of ours that begins with `prefix`: those are ASCII. */
const behind = (prefix: string): string => `${prefix}\u{7f}`;

/** The keys that a query is for. */
function keysOf({ partition, prefix, from, to }: Query): Expression {
  const values = { ':pk': partition };
  if (prefix === undefined) return { text: 'PK = :pk', values };
  if (from === undefined && to === undefined)
    return { text: 'PK = :pk AND begins_with(SK, :sk)', values: { ...values, ':sk': prefix } };
  return {
    text: 'PK = :pk AND SK BETWEEN :from AND :to',
    values: { ...values, ':from': from ?? prefix, ':to': to ?? behind(prefix) },
  };
}

type BatchWrite = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>[number];

/** Writes of one batch (DynamoDB). */
const BATCH_SIZE = 25;
const REMOVALS_AT_ONCE = 8;

async function* removals(items: AsyncIterable<Item>): AsyncGenerator<BatchWrite[]> {
  let batch: BatchWrite[] = [];
  for await (const { PK, SK } of items) {
    batch.push({ DeleteRequest: { Key: { PK, SK } } });
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Some items of a batch were not read or written. */
class Unprocessed extends Error {
  override readonly name = 'Unprocessed';
}

/** Undefined when a write's condition did not hold; everything else is thrown on. */
async function conditional<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

const CONFLICTS = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** A write that lost a race with a transaction, or a batch read in part: it may be tried again. */
function isPassing(error: unknown): boolean {
  if (
    error instanceof TransactionInProgressException ||
    error instanceof TransactionConflictException ||
    error instanceof Unprocessed
  )
    return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
  return codes.some((code) => CONFLICTS.has(code)) && !codes.includes('ConditionalCheckFailed');
}

/** @param backoff decides how often, and after what pauses, a write or batch is tried again */
export function createDb(
  client: DynamoDBClient,
  table: string,
  clock: Clock,
  backoff: Backoff,
): Db {
  // The SDK prepares every call's input and answer for its logger, even for the one that drops all.
  Object.assign(client.config, { logger: undefined });
  const documents = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const alive = (item: Item): boolean =>
    typeof item['ttl'] !== 'number' || item['ttl'] * 1000 > clock.now();

  const patiently = <T>(action: () => Promise<T>): Promise<T> =>
    retrying(action, isPassing, backoff);

  /** Reads a batch, and again what of it was not read. */
  async function batch(keys: readonly Key[], consistent: boolean): Promise<Item[]> {
    const found: Item[] = [];
    let open: readonly Item[] = keys.map((each) => ({ ...each }));
    await patiently(async () => {
      const answer = await documents.send(
        new BatchGetCommand({
          RequestItems: { [table]: { Keys: [...open], ConsistentRead: consistent } },
        }),
      );
      found.push(...(answer.Responses?.[table] ?? []));
      open = answer.UnprocessedKeys?.[table]?.Keys ?? [];
      if (open.length > 0) throw new Unprocessed(`${open.length} of ${keys.length} keys`);
    });
    return found;
  }

  /** One round of a query: at most 1 MB of items. */
  const ask = (
    query: Query,
    round: Pick<QueryCommandInput, 'ExclusiveStartKey' | 'Limit' | 'Select'>,
  ) => {
    const keys = keysOf(query);
    const projection = round.Select ? undefined : query.projection;
    return documents.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: keys.text,
        ScanIndexForward: query.descending !== true,
        ConsistentRead: true,
        ...(projection && { ProjectionExpression: projection.text }),
        ...bound(keys, projection),
        ...round,
      }),
    );
  };

  /** What a query finds, those included whose `ttl` has passed. */
  async function* everything(query: Query): AsyncGenerator<Item> {
    let from: Item | undefined;
    do {
      const answer = await ask(query, { ExclusiveStartKey: from });
      yield* answer.Items ?? [];
      from = answer.LastEvaluatedKey;
    } while (from);
  }

  /** Passes over at most `limit` items without their transfer; `next` is where to go on. */
  async function passOver(
    query: Query,
    limit: number,
  ): Promise<{ passed: number; next: Item | undefined }> {
    let passed = 0;
    let next: Item | undefined;
    while (passed < limit) {
      const answer = await ask(query, {
        Select: 'COUNT',
        ExclusiveStartKey: next,
        ...(Number.isFinite(limit) && { Limit: limit - passed }),
      });
      passed += answer.Count ?? 0;
      next = answer.LastEvaluatedKey;
      if (!next) break;
    }
    return { passed, next };
  }

  /** Writes a batch, and again what of it was not written. */
  async function writeBatch(writes: readonly BatchWrite[]): Promise<void> {
    let open = [...writes];
    await patiently(async () => {
      const answer = await documents.send(
        new BatchWriteCommand({ RequestItems: { [table]: open } }),
      );
      open = answer.UnprocessedItems?.[table] ?? [];
      if (open.length > 0) throw new Unprocessed(`${open.length} of ${writes.length} items`);
    });
  }

  return {
    table,

    async get(key) {
      const answer = await documents.send(
        new GetCommand({ TableName: table, Key: { ...key }, ConsistentRead: true }),
      );
      return answer.Item && alive(answer.Item) ? answer.Item : undefined;
    },

    async batchGet(keys, { consistent = false } = {}) {
      const found: Item[] = [];
      for (let at = 0; at < keys.length; at += 100)
        found.push(...(await batch(keys.slice(at, at + 100), consistent)));
      return found.filter(alive);
    },

    async put(item, condition) {
      const write = () =>
        documents.send(
          new PutCommand({
            TableName: table,
            Item: item,
            ...conditionOf(condition),
            ...bound(condition),
          }),
        );
      return (await conditional(() => patiently(write))) !== undefined;
    },

    async putAll(items) {
      const batches = Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, number) =>
        items.slice(number * BATCH_SIZE, (number + 1) * BATCH_SIZE),
      );
      await Promise.all(
        batches.map((each) => writeBatch(each.map((Item) => ({ PutRequest: { Item } })))),
      );
    },

    async removeAll(query) {
      const found = everything({ ...query, projection: { text: 'PK, SK' } });
      await forEach(removals(found), REMOVALS_AT_ONCE, writeBatch);
    },

    async update(key, update, condition) {
      const write = () =>
        documents.send(
          new UpdateCommand({
            TableName: table,
            Key: { ...key },
            UpdateExpression: update.text,
            ...conditionOf(condition),
            ...bound(update, condition),
            ReturnValues: 'ALL_NEW',
          }),
        );
      return (await conditional(() => patiently(write)))?.Attributes;
    },

    async remove(key, condition) {
      const write = () =>
        documents.send(
          new DeleteCommand({
            TableName: table,
            Key: { ...key },
            ...conditionOf(condition),
            ...bound(condition),
          }),
        );
      return (await conditional(() => patiently(write))) !== undefined;
    },

    async *query(query) {
      for await (const item of everything(query)) if (alive(item)) yield item;
    },

    count: async (query) => (await passOver(query, Number.POSITIVE_INFINITY)).passed,

    async page(query, skip, limit) {
      const start = await passOver(query, skip);
      if (start.passed < skip || (skip > 0 && !start.next)) return [];
      const found: Item[] = [];
      let from = start.next;
      do {
        const answer = await ask(query, {
          ExclusiveStartKey: from,
          Limit: limit - found.length,
        });
        found.push(...(answer.Items ?? []));
        from = answer.LastEvaluatedKey;
      } while (from && found.length < limit);
      return found.filter(alive);
    },

    async transact(writes) {
      const send = () => documents.send(new TransactWriteCommand({ TransactItems: [...writes] }));
      try {
        await patiently(send);
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
