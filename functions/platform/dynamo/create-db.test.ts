import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createDb } from './create-db.ts';
import { userKey } from '../../access/adapters/keys.ts';
import { putWrite } from './expression.ts';

const client = mockClient(DynamoDBDocumentClient);
afterAll(() => client.restore());
const pauses: number[] = [];
const db = createDb(
  new DynamoDBClient({ region: 'eu-west-3' }),
  'T',
  { now: () => 1_000_000 },
  {
    attempts: 4,
    baseMs: 100,
    capMs: 250,
    random: () => 0.5,
    sleep: async (ms) => {
      pauses.push(ms);
    },
  },
);
const WRITES = [putWrite({ ...userKey('u') })];

const canceled = (...codes: string[]) =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

const conflict = () => new TransactionConflictException({ $metadata: {}, message: 'conflict' });

beforeEach(() => {
  client.reset();
  pauses.length = 0;
});

describe('transact', () => {
  it('retries conflicts and throttling, with growing but limited delays', async () => {
    client
      .on(TransactWriteCommand)
      .rejectsOnce(canceled('None', 'TransactionConflict'))
      .rejectsOnce(canceled('ThrottlingError'))
      .rejectsOnce(canceled('ProvisionedThroughputExceeded'))
      .resolves({});
    expect(await db.transact(WRITES)).toBeUndefined();
    expect(pauses).toEqual([50, 100, 125]);
  });

  it('throws a persistent conflict after all attempts', async () => {
    client.on(TransactWriteCommand).rejects(canceled('TransactionConflict'));
    await expect(db.transact(WRITES)).rejects.toThrow(TransactionCanceledException);
    expect(client.commandCalls(TransactWriteCommand)).toHaveLength(4);
  });

  it('returns which conditions failed, by position, without a retry', async () => {
    client.on(TransactWriteCommand).rejects(canceled('None', 'ConditionalCheckFailed', 'None'));
    expect(await db.transact(WRITES)).toEqual(['none', 'condition', 'none']);
    expect(pauses).toEqual([]);
  });

  it('does not retry a failed condition that is accompanied by a conflict', async () => {
    client
      .on(TransactWriteCommand)
      .rejects(canceled('ConditionalCheckFailed', 'TransactionConflict'));
    expect(await db.transact(WRITES)).toEqual(['condition', 'none']);
  });

  it('throws any other error', async () => {
    client.on(TransactWriteCommand).rejects(canceled('ValidationError'));
    await expect(db.transact(WRITES)).rejects.toThrow('cancelled');
  });
});

describe('single writes and reads', () => {
  it.each([
    ['put', () => db.put({ ...userKey('u') })],
    ['update', () => db.update(userKey('u'), { text: 'SET a = :a' })],
    ['delete', () => db.delete(userKey('u'))],
  ] as const)('%s is retried after a conflict with a transaction', async (_, write) => {
    client.onAnyCommand().rejectsOnce(conflict()).rejectsOnce(conflict()).resolves({});
    await write();
    expect(client.calls()).toHaveLength(3);
    client.onAnyCommand().rejects(conflict());
    await expect(write()).rejects.toThrow(TransactionConflictException);
    expect(client.calls()).toHaveLength(3 + 4);
  });

  it('retry the rest of a batch after a delay, and throw after all attempts', async () => {
    const keys = [userKey('u'), userKey('v')];
    const unprocessed = { UnprocessedKeys: { T: { Keys: [{ ...userKey('v') }] } } };
    client
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { T: [{ ...userKey('u') }] }, ...unprocessed })
      .resolvesOnce(unprocessed)
      .resolves({ Responses: { T: [{ ...userKey('v') }] } });
    expect(await db.batchGet(keys)).toEqual(keys);
    expect(pauses).toHaveLength(2);
    client.on(BatchGetCommand).resolves(unprocessed);
    await expect(db.batchGet(keys)).rejects.toThrow('1 of 2 keys');
    expect(client.commandCalls(BatchGetCommand)).toHaveLength(3 + 4);
  });

  it('return false for a failed condition', async () => {
    client
      .on(PutCommand)
      .rejects(new ConditionalCheckFailedException({ $metadata: {}, message: 'no' }));
    expect(await db.put({ ...userKey('u') }, { text: 'attribute_not_exists(PK)' })).toBe(false);
  });

  it('ignore an expired item that DynamoDB has not deleted yet', async () => {
    client.on(GetCommand).resolves({ Item: { ...userKey('u'), ttl: 1000 } });
    expect(await db.get(userKey('u'))).toBeUndefined();
    client.on(GetCommand).resolves({ Item: { ...userKey('u'), ttl: 1001 } });
    expect(await db.get(userKey('u'))).toMatchObject({ ttl: 1001 });
  });
});
