import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDb } from '../../functions/platform/dynamo/create-db.ts';
import type { Db } from '../../functions/platform/dynamo/db.ts';
import {
  updateExpression,
  conditionCheck,
  itemNotExists,
  itemExists,
  putWrite,
  updateWrite,
  where,
} from '../../functions/platform/dynamo/expression.ts';
import { createScan } from '../../functions/platform/dynamo/scan.ts';
import { type TestTable, startEmulator } from './dynamo.ts';
import { createMemoryTable, createMemoryDynamoClient } from './memory-table.ts';

/** Tests that the emulator and the in-memory fake of the simulation behave the same. */

let emulator: TestTable;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

const backoff = {
  attempts: 1,
  baseMs: 0,
  capMs: 0,
  sleep: async () => undefined,
  random: () => 0,
};
const makers = {
  emulator: () => emulator.client,
  fake: () => createMemoryDynamoClient(createMemoryTable().respond),
} as const;

let partitions = 0;

describe.each(Object.keys(makers) as (keyof typeof makers)[])('a table: the %s', (name) => {
  let client: DynamoDBClient;
  let db: Db;
  let PK: string;
  beforeEach(() => {
    partitions += 1;
    PK = `P${partitions}`;
    client = makers[name]();
    db = createDb(client, 'tamis-test', { now: () => 1_000_000 }, backoff);
  });
  const key = (SK: string) => ({ PK, SK });
  const put = (SK: string, item: object = {}) => putWrite({ ...key(SK), ...item }, itemNotExists);

  it('can be scanned in segments, with each partition in one of them', async () => {
    const all = Array.from({ length: 60 }, (_, at) => [`${PK}-${at % 20}`, `${at}`] as const);
    for (const [partition, SK] of all) await db.put({ PK: partition, SK });
    const scan = createScan(client, 'tamis-test');
    const filter = { text: 'begins_with(PK, :mine)', values: { ':mine': `${PK}-` } };
    const parts = [0, 1, 2].map((segment) =>
      Array.fromAsync(scan(filter, { part: { segment, of: 3 } })),
    );
    const found = await Promise.all(parts);
    expect(
      found
        .flat()
        .map((item) => [item['PK'], item['SK']])
        .toSorted(),
    ).toEqual(all.toSorted());
    const sizes = found.map((items) => new Set(items.map((item) => item['PK'])).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20);
  });

  it('writes conditionally, and reports a failed condition', async () => {
    const absent = { text: 'attribute_not_exists(PK)' };
    expect(await db.put({ ...key('a'), n: 1 }, absent)).toBe(true);
    expect(await db.put({ ...key('a'), n: 2 }, absent)).toBe(false);
    expect(await db.get(key('a'))).toEqual({ ...key('a'), n: 1 });
    expect(await db.delete(key('a'), where({ n: 2 }))).toBe(false);
    expect(await db.delete(key('a'), where({ n: [1, 2] }))).toBe(true);
    expect(await db.get(key('a'))).toBeUndefined();
  });

  it('keeps values unchanged, and drops undefined ones', async () => {
    const item = { ...key('a'), deep: { list: [1, 'é', null, { yes: true }] }, empty: '' };
    await db.put({ ...item, gone: undefined });
    expect(await db.get(key('a'))).toEqual(item);
  });

  it('updates existing items, and creates missing ones', async () => {
    expect(await db.update(key('a'), updateExpression({ x: 'one' }, { n: 2 }))).toEqual({
      ...key('a'),
      x: 'one',
      n: 2,
    });
    const update = {
      text: 'SET y = if_not_exists(y, :y), n = n - :one REMOVE x',
      values: { ':y': 'first', ':one': 1 },
    };
    await db.update(key('a'), update);
    expect(await db.update(key('a'), update)).toEqual({ ...key('a'), y: 'first', n: 0 });
    expect(await db.update(key('a'), updateExpression({ n: 9 }), where({ n: 1 }))).toBeUndefined();
  });

  it('adds only to numbers, and does not treat a missing number as zero in a sum', async () => {
    await db.put({ ...key('a'), x: 'text' });
    await expect(db.update(key('a'), updateExpression({}, { x: 1 }))).rejects.toThrow(Error);
    const sum = { text: 'SET n = n + :one', values: { ':one': 1 } };
    await expect(db.update(key('a'), sum)).rejects.toThrow(Error);
  });

  it.each([
    ['n > :low AND n <= :high', true],
    ['n BETWEEN :low AND :high AND NOT s = :s', false],
    ['(n > :high OR begins_with(s, :s)) AND attribute_exists(deep.part)', true],
    ['n <= :low OR n <> :high', false],
  ])('decides whether %s', async (text, holds) => {
    await db.put({ ...key('a'), n: 5, s: 'ab', deep: { part: 1 } });
    const values = { ':low': 3, ':high': 5, ':s': 'ab' };
    const used = Object.fromEntries(Object.entries(values).filter(([each]) => text.includes(each)));
    const found = await db.update(key('a'), updateExpression({ seen: true }), {
      text,
      values: used,
    });
    expect(found !== undefined).toBe(holds);
  });

  it('writes all of a transaction or nothing, and reports which condition failed', async () => {
    expect(await db.transact([put('a'), put('b')])).toBeUndefined();
    const check = conditionCheck(key('a'), itemExists);
    const moved = updateWrite(key('c'), updateExpression({ n: 1 }));
    expect(await db.transact([check, moved, put('b')])).toEqual(['none', 'none', 'condition']);
    expect(await db.get(key('c'))).toBeUndefined();
    expect(await db.transact([check, moved])).toBeUndefined();
    expect([await db.get(key('a')), await db.get(key('c'))]).toEqual([
      key('a'),
      { ...key('c'), n: 1 },
    ]);
  });

  it('rejects a transaction that writes an item twice', async () => {
    const steps = [put('a'), updateWrite(key('a'), updateExpression({ n: 1 }))];
    await expect(db.transact(steps)).rejects.toThrow(Error);
    expect(await db.get(key('a'))).toBeUndefined();
  });

  it('queries by prefix, from a key on, in both orders, and page by page', async () => {
    for (const SK of ['L#3', 'L#1', 'M#1', 'L#2']) await db.put({ ...key(SK), n: 1 });
    const found = async (query: object) => {
      const keys: unknown[] = [];
      for await (const { SK } of db.query({ partition: PK, ...query })) keys.push(SK);
      return keys;
    };
    expect(await found({ prefix: 'L#', descending: true })).toEqual(['L#3', 'L#2', 'L#1']);
    expect(await found({ prefix: 'L#', from: 'L#2' })).toEqual(['L#2', 'L#3']);
    const keys = async (skip: number) =>
      (await db.page({ partition: PK, prefix: 'L#' }, skip, 2)).map(({ SK }) => SK);
    expect([await keys(0), await keys(2), await keys(4)]).toEqual([['L#1', 'L#2'], ['L#3'], []]);
  });

  it('fills pages although expired items are still stored', async () => {
    for (const SK of ['L#1', 'L#3', 'L#4']) await db.put({ ...key(SK), ttl: 1000 });
    for (const SK of ['L#2', 'L#5', 'L#6']) await db.put(key(SK));
    await db.put({ ...key('L#7'), ttl: 1001 });
    const keys = async (skip: number) =>
      (await db.page({ partition: PK, prefix: 'L#' }, skip, 2)).map(({ SK }) => SK);
    expect([await keys(0), await keys(1), await keys(3)]).toEqual([
      ['L#2', 'L#5'],
      ['L#5', 'L#6'],
      ['L#7'],
    ]);
  });

  it('reads and deletes batches', async () => {
    await Promise.all(['a', 'b', 'c'].map((SK) => db.put(key(SK))));
    const found = await db.batchGet([key('a'), key('none'), key('c')]);
    expect(found.map(({ SK }) => SK).toSorted()).toEqual(['a', 'c']);
    await db.deleteAll({ partition: PK, prefix: 'a' });
    expect((await db.page({ partition: PK }, 0, 5)).map(({ SK }) => SK)).toEqual(['b', 'c']);
  });
});
