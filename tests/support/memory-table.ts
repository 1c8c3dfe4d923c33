import { crc32 } from 'node:zlib';
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { createDynamoClient } from '../../lab/embedded/supervisor/clients.ts';
import { type AwsCallHandler, respondToCalls } from './aws-client.ts';
import {
  type ExpressionPlaceholders,
  type TableItem,
  parseCondition,
  parseUpdate,
  ValidationException,
} from './dynamo-expression.ts';

/** Maximum writes per transaction in DynamoDB. */
const MAX_WRITES = 100;

interface Conditional {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<TableItem>;
}

interface Write extends Conditional {
  readonly Item?: TableItem;
  readonly Key?: TableItem;
  readonly UpdateExpression?: string;
  /** Set if the write only checks the condition and leaves the item unchanged. */
  readonly keeps?: boolean;
}

interface Search extends Conditional {
  readonly KeyConditionExpression?: string;
  readonly FilterExpression?: string;
  readonly ProjectionExpression?: string;
  readonly ScanIndexForward?: boolean;
  readonly ExclusiveStartKey?: TableItem;
  readonly Limit?: number;
  readonly Select?: string;
  readonly Segment?: number;
  readonly TotalSegments?: number;
}

interface Batch<T> {
  readonly RequestItems: Readonly<Record<string, T>>;
}

const copyOf = (item: TableItem): TableItem => JSON.parse(JSON.stringify(item)) as TableItem;

const keyOf = ({ PK, SK }: TableItem): readonly [partition: string, sort: string] => {
  if (typeof PK !== 'string' || typeof SK !== 'string' || PK === '' || SK === '')
    throw new ValidationException('a key has no PK or SK');
  return [PK, SK];
};

const nameOf = (key: TableItem): string => keyOf(key).join('\n');

function partitionOf({ KeyConditionExpression, ExpressionAttributeValues }: Search): string {
  const [, value = ''] = /^PK = (:\w+)/.exec(KeyConditionExpression ?? '') ?? [];
  return String(ExpressionAttributeValues?.[value]);
}

const placeholdersOf = (given: Conditional): ExpressionPlaceholders => ({
  names: given.ExpressionAttributeNames ?? {},
  values: given.ExpressionAttributeValues ?? {},
});

/**
 * Creates an in-memory table for the commands of the document client. It follows DynamoDB's rules,
 * except that pages of a query are not limited to 1 MB.
 * @param onWrite receives the key of each write, and the new item or, for a deletion, undefined
 */
export function createMemoryTable(
  onWrite: (key: TableItem, item: TableItem | undefined) => void = () => undefined,
) {
  const partitions = new Map<string, Map<string, TableItem>>();
  /** Partitions that were written to. A check that reads them may clear the set. */
  const written = new Set<string>();

  const read = (key: TableItem): TableItem | undefined => {
    const [partition, sort] = keyOf(key);
    return partitions.get(partition)?.get(sort);
  };

  const store = (key: TableItem, item: TableItem | undefined): void => {
    const [partition, sort] = keyOf(key);
    const items = partitions.get(partition) ?? new Map<string, TableItem>();
    written.add(partition);
    if (item) partitions.set(partition, items.set(sort, item));
    else items.delete(sort);
    onWrite(key, item);
  };

  const all = (): TableItem[] =>
    Array.from(partitions.values()).flatMap((items) => Array.from(items.values()));

  const conditionHolds = (write: Write, before: TableItem | undefined): boolean =>
    write.ConditionExpression === undefined ||
    parseCondition(write.ConditionExpression)(before, placeholdersOf(write));

  /** Returns the item after a write whose condition is met; undefined for a deletion. */
  function applyWrite(write: Write, before: TableItem | undefined): TableItem | undefined {
    if (write.keeps) return before;
    if (write.Item) return copyOf(write.Item);
    if (write.UpdateExpression === undefined) return undefined;
    const key = write.Key ?? {};
    const item = before ? copyOf(before) : copyOf(key);
    parseUpdate(write.UpdateExpression)(item, before ?? {}, placeholdersOf(write));
    if (nameOf(item) !== nameOf(key)) throw new ValidationException('an update changes the key');
    return copyOf(item);
  }

  function writeOne(write: Write): TableItem | undefined {
    const key = write.Item ?? write.Key ?? {};
    const before = read(key);
    if (!conditionHolds(write, before))
      throw new ConditionalCheckFailedException({ $metadata: {}, message: 'condition failed' });
    const item = applyWrite(write, before);
    store(key, item);
    return item;
  }

  function transact(writes: readonly Write[]): void {
    const keys = writes.map((write) => write.Item ?? write.Key ?? {});
    if (writes.length > MAX_WRITES || new Set(keys.map(nameOf)).size < keys.length)
      throw new ValidationException('a transaction is too large, or writes an item twice');
    const before = keys.map(read);
    const failed = writes.map((write, at) => !conditionHolds(write, before[at]));
    if (failed.includes(true))
      throw new TransactionCanceledException({
        $metadata: {},
        message: 'cancelled',
        CancellationReasons: failed.map((each) => ({
          Code: each ? 'ConditionalCheckFailed' : 'None',
        })),
      });
    const results = writes.map((write, at) => applyWrite(write, before[at]));
    keys.forEach((key, at) => store(key, results[at]));
  }

  /** Returns a page of a query or scan, sorted by key. */
  function search(given: Search): object {
    const bound = placeholdersOf(given);
    const keys = given.KeyConditionExpression && parseCondition(given.KeyConditionExpression);
    const filter = given.FilterExpression && parseCondition(given.FilterExpression);
    const start = given.ExclusiveStartKey && nameOf(given.ExclusiveStartKey);
    const direction = given.ScanIndexForward === false ? -1 : 1;
    const candidates = keys ? [...(partitions.get(partitionOf(given))?.values() ?? [])] : all();
    const found = candidates
      .filter((item) => !keys || keys(item, bound))
      .filter(({ PK }) => crc32(String(PK)) % (given.TotalSegments ?? 1) === (given.Segment ?? 0))
      .map((item) => ({ name: nameOf(item), item }))
      .toSorted((a, b) => (a.name < b.name ? -direction : direction))
      .filter(({ name }) => start === undefined || (direction > 0 ? name > start : name < start));
    const page = found.slice(0, given.Limit);
    const last = page.at(-1)?.item;
    const matching = page.map(({ item }) => item).filter((item) => !filter || filter(item, bound));
    const columns = given.ProjectionExpression?.split(/\s*,\s*/).map(
      (name) => bound.names[name] ?? name,
    );
    const project = (item: TableItem): TableItem =>
      columns
        ? Object.fromEntries(Object.entries(item).filter(([name]) => columns.includes(name)))
        : item;
    return {
      Count: matching.length,
      ...(given.Select !== 'COUNT' && { Items: matching.map((item) => copyOf(project(item))) }),
      // DynamoDB returns a continuation key whenever the limit is reached, even after the last
      // item.
      ...(last &&
        (found.length > page.length || page.length === given.Limit) && {
          LastEvaluatedKey: { PK: last['PK'], SK: last['SK'] },
        }),
    };
  }

  const commands: Readonly<Record<string, (input: never) => object>> = {
    GetItemCommand: ({ Key }: { Key: TableItem }) => {
      const item = read(Key);
      return item ? { Item: copyOf(item) } : {};
    },
    PutItemCommand: (input: Write) => {
      writeOne(input);
      return {};
    },
    UpdateItemCommand: (input: Write) => ({ Attributes: copyOf(writeOne(input) ?? {}) }),
    DeleteItemCommand: (input: Write) => {
      writeOne(input);
      return {};
    },
    TransactWriteItemsCommand: ({ TransactItems }: { TransactItems: readonly object[] }) => {
      const writes = TransactItems.flatMap((each) =>
        Object.entries(each).map(([kind, write]: [string, Write]) =>
          Object.assign({}, write, { keeps: kind === 'ConditionCheck' }),
        ),
      );
      transact(writes);
      return {};
    },
    BatchGetItemCommand: ({ RequestItems }: Batch<{ Keys: readonly TableItem[] }>) => ({
      Responses: Object.fromEntries(
        Object.entries(RequestItems).map(([table, { Keys }]) => [
          table,
          Keys.map(read)
            .filter((item) => item !== undefined)
            .map(copyOf),
        ]),
      ),
    }),
    BatchWriteItemCommand: ({ RequestItems }: Batch<readonly { DeleteRequest: Write }[]>) => {
      for (const { DeleteRequest } of Object.values(RequestItems).flat()) writeOne(DeleteRequest);
      return {};
    },
    QueryCommand: search,
    ScanCommand: search,
  };

  return {
    written,
    all,
    remove: (item: TableItem) => store(item, undefined),
    /** Responds to an SDK command, or throws DynamoDB's error. */
    async respond(command: string, input: never): Promise<object> {
      const run = commands[command];
      if (!run) throw new ValidationException(`the fake does not support ${command}`);
      return run(input);
    },
  };
}

export const createMemoryDynamoClient = (respond: AwsCallHandler): DynamoDBClient =>
  respondToCalls(createDynamoClient('http://table.test'), respond);
