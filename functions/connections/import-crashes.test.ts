import { describe, expect, it } from 'vitest';
import { crashAtEachCall, crashAtSomeCalls } from '../../tests/support/crash-at-each-call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import {
  addressesOf,
  createImporter,
  endedImports,
  type Importer,
  LIST,
} from '../../tests/support/importer.ts';

const table = await startFileTable();
const createWorld = (profiles: number) => createImporter(table, profiles);

describe('an import', () => {
  it('continues after a crash at each call, with each contact once and one list', async () => {
    const calls = await crashAtSomeCalls(async (crash) => {
      const world = await createWorld(120);
      const { params } = await world.connect();
      const { id } = await world.start(params);
      await crash(world.faults, () => world.drain());
      await world.finish(id);
      expect(await world.read(id)).toMatchObject({ state: 'finished', read: 120 });
      const addresses = addressesOf(world.result(id));
      expect([addresses.length, new Set(addresses).size]).toEqual([120, 120]);
      expect(await world.list(id)).toMatchObject({ charged: 120 });
      expect(await endedImports(world)).toMatchObject([{ id, state: 'finished', read: 120 }]);
    });
    expect(calls).toBeGreaterThan(20);
  });

  it('starts or never exists if its request crashes at any call and nobody repeats it', async () => {
    const ends = new Set<string>();
    await crashAtEachCall(async (crash) => {
      const world = await createWorld(3);
      const { params } = await world.connect();
      await crash(world.faults, () => world.call('importContacts', { params, body: LIST }));
      ends.add(await world.describeEnd());
    });
    expect(ends).toEqual(new Set(['active, none', 'active, finished']));
  });

  it('continues if the call with the new key crashes after it has stored the key', async () => {
    const ends = new Set<string>();
    await crashAtEachCall(async (crash) => {
      const world = await createWorld(3);
      await world.start((await world.connect()).params);
      world.service.revoked = true;
      await world.drain();
      world.service.revoked = false;
      await crash(world.faults, () => world.connect());
      ends.add(await world.describeEnd());
    });
    expect(ends).toEqual(new Set(['revoked, paused', 'active, finished']));
  });

  it.each<[string, (world: Importer, id: string) => Promise<unknown>]>([
    ['an import', ({ deliverQueue }) => deliverQueue('connections')],
    ['a request', ({ call }, id) => call('listAudiences', { params: { id } })],
  ])('never loses the email about a refused key if %s crashes at any call', async (_, use) => {
    const attempts = await crashAtEachCall(async (crash) => {
      const world = await createWorld(3);
      const { params } = await world.connect();
      const { id } = await world.start(params);
      world.service.revoked = true;
      await crash(world.faults, () => use(world, params.id));
      // The worker of emails does not crash, because it sends each at most once.
      await world.advanceMinutes(8, 4);
      await world.call('listAudiences', { params });
      await world.drain();
      expect(world.emails('must be connected again')).toEqual([world.email]);
      expect(await world.context.connections.list(world.userId)).toMatchObject([
        { state: 'revoked' },
      ]);
      world.service.revoked = false;
      await world.connect();
      await world.finish(id);
      expect(await world.list(id)).toMatchObject({ charged: 3 });
      expect(world.emails('must be connected again')).toHaveLength(1);
    });
    expect(attempts).toBeGreaterThan(2);
  });
});
