import { describe, expect, it } from 'vitest';
import { isFinalStatus } from '../../shared/model/list-status.ts';
import { HOUR_MS } from '../../shared/model/duration.ts';
import { createGrantEntry } from '../../functions/credits/rules/ledger.ts';
import { createUpload } from '../../functions/lists/upload/create-upload.ts';
import { uploadBlobKey } from '../../functions/lists/rules/blob-keys.ts';
import { startFileTable } from '../support/file-table.ts';
import { createPerson } from '../support/people.ts';
import { createPipelineHarness, type PipelineHarness } from '../support/pipeline-harness.ts';
import { randomFrom } from '../support/random.ts';
import { createEngineLoad } from './engine-load.ts';
import { createSeededIds } from './seeded-ids.ts';

const table = await startFileTable();

const addresses = (count: number, from = 0): string =>
  Array.from(
    { length: count },
    (_, at) => `ok${from + at}@d${Math.floor((from + at) / 3)}.fr`,
  ).join('\n');

/** @param name of this load, so that loads in the same table have other ids */
async function createLoad(name: string, seed = 900_001) {
  const ids = createSeededIds();
  ids.reseed(`${name} ${seed}`);
  const world = await createPipelineHarness(table, { paid: true }, { ids });
  await world.grant(10_000_000);
  const random = randomFrom(seed);
  const taskMs = (): number => (60 + 50 * random()) * 1000;
  return { world, random, load: createEngineLoad(world, { random, taskMs }) };
}

/** Returns a function that uploads lists of another account. */
async function createNeighbor({ context, queues, blobs }: PipelineHarness) {
  const { user } = await createPerson(context, { paid: true });
  await context.ledger.transact(user.id, [createGrantEntry('test', 100_000, 'test')]);
  return {
    get: (listId: string) => context.lists.get(user.id, listId),
    async upload(content: string): Promise<string> {
      const { file_id: listId } = await createUpload(context, {
        userId: user.id,
        user: { id: user.id, paid: true },
        name: 'Neighbor',
        fileName: 'list.csv',
        by: 'web',
        size: content.length,
      });
      const key = uploadBlobKey(user.id, listId);
      await blobs.put(key, content);
      queues.put('list', { Records: [{ s3: { object: { key, size: content.length } } }] });
      return listId;
    },
  };
}

describe('many lists of one account', () => {
  it.each([
    ['small', 60, 900, 30],
    ['large', 60, 2500, 1200],
  ])('slow another account’s list down by at most a third, %s', async (name, lists, size, own) => {
    const seconds: number[] = [];
    for (const others of [0, lists]) {
      const { world, load } = await createLoad(`${name} next to ${others}`);
      const neighbor = await createNeighbor(world);
      for (let at = 0; at < others; at += 1) await world.upload(addresses(size, at * size));
      await load.run(() => false, 300);
      const listId = await neighbor.upload(addresses(own, 900_000));
      const isFinished = async () => (await neighbor.get(listId))?.status === 7;
      seconds.push(await load.run(isFinished, 3600));
    }
    const [alone = 0, crowded = 0] = seconds;
    expect(alone).toBeGreaterThan(30);
    expect(crowded).toBeLessThanOrEqual((alone * 4) / 3);
  });
});

it('answers an unpaid account at most 120 guessed names at a domain, however many its lists are', async () => {
  const ids = createSeededIds();
  ids.reseed('guessed names');
  const world = await createPipelineHarness(table, { paid: false }, { ids });
  await world.grant(10_000);
  const random = randomFrom(900_002);
  const load = createEngineLoad(world, { random, taskMs: () => (5 + 50 * random()) * 1000 });
  const lists: string[] = [];
  for (let at = 0; at < 200; at += 1) {
    const names = Array.from({ length: 9 }, (_, n) => `bad${9 * at + n}@guessed.fr`);
    lists.push(await world.upload(names.join('\n')));
  }
  const left = async () =>
    (await Promise.all(lists.map((id) => world.list(id)))).filter(
      (list) => list && !isFinalStatus(list.status),
    ).length;
  await load.run(async () => (await left()) === 0, (2 * HOUR_MS) / 1000, 30);
  expect(await left()).toBe(0);
  expect(world.engine.attempts.size).toBeGreaterThan(60);
  expect(world.engine.attempts.size).toBeLessThanOrEqual(120);
});

describe('an engine that is slower than its queue', () => {
  it('books as much per run as ever, and asks nobody twice, although it pauses for a day', async () => {
    const { world, load } = await createLoad('slow engine');
    const ids: string[] = [];
    for (let at = 0; at < 40; at += 1) ids.push(await world.upload(addresses(2500, at * 2500)));
    const processed = async () => {
      const lists = await Promise.all(ids.map((id) => world.list(id)));
      return lists.reduce((sum, list) => sum + (list?.processed ?? 0), 0);
    };
    const measurePerRun = async (): Promise<number> => {
      const before = [await processed(), load.runs()] as const;
      await load.run(() => false, 300);
      expect(load.backlog()).toBeGreaterThan(20);
      return ((await processed()) - before[0]) / (load.runs() - before[1]);
    };
    const before = await measurePerRun();
    // Nothing runs during a pause of the stage.
    world.context.clock.advance(24 * HOUR_MS);
    expect(await measurePerRun()).toBeGreaterThan(0.9 * before);
    await load.run(() => load.backlog() === 0, (2 * HOUR_MS) / 1000);
    const lists = await Promise.all(ids.map((id) => world.list(id)));
    expect(lists.map((list) => list?.status)).toEqual(ids.map(() => 7));
    const twice = [...world.engine.attempts.values()].filter((times) => times > 1);
    expect(twice.length).toBeLessThanOrEqual(world.engine.attempts.size / 1000);
  });
});
