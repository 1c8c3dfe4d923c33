import { describe, expect, it } from 'vitest';
import { callHandler } from '../../../tests/support/call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import {
  addToList,
  createFinishedList,
  editsOf,
  errorCodeOf,
  removeFromList,
  formatRows,
} from '../../../tests/support/edited-list.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import { routes } from '../../../tests/support/routes.ts';
import { deleteList } from '../history/delete-list.ts';
import { cancelList } from '../run/run-on-list.ts';

const table = await startFileTable();

describe('edits of a list', () => {
  it('are limited to 20 during a recheck, and cannot exceed the maximum size of a list', async () => {
    const { world, listId } = await createFinishedList(table);
    const { context, userId } = world;
    await addToList(world, listId, 'ok2@a.fr');
    for (let edit = 0; edit < 20; edit += 1) await removeFromList(world, listId, `nobody${edit}`);
    expect(await errorCodeOf(removeFromList(world, listId, 'nobody20'))).toBe('too_many_requests');
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ total: 4, resultBytes: expect.any(Number) });
    const list = await world.list(listId);
    const setSize = (size: object) =>
      context.lists.update({ ...list, ...size } as never, {
        from: {},
        to: { touchedAt: 0, ...size },
      });
    await setSize({ total: 999_999 });
    expect(await errorCodeOf(addToList(world, listId, 'a', 'b'))).toBe('too_many_addresses');
    await setSize({ total: 4, resultBytes: 100 * 1024 * 1024 });
    expect(await errorCodeOf(addToList(world, listId, 'ok3@a.fr'))).toBe('file_too_large');
    expect(await editsOf(world, listId)).toHaveLength(21);
    expect(await removeFromList(world, listId, 'ok2@a.fr')).toBe(0);
    expect(await context.ledger.balance(userId)).toMatchObject({ consumed: 3 });
  });

  it('can be repeated after a lost response, even if the first call used the last credits', async () => {
    const { world, listId } = await createFinishedList(table, 2);
    const add = (...emails: string[]) => errorCodeOf(addToList(world, listId, ...emails));
    const added = ['ok2@a.fr', 'ok3@a.fr'] as const;
    expect(await add(...added)).toBe(0);
    for (let repeat = 0; repeat < 2; repeat += 1) {
      await world.drain();
      expect(await add(...added)).toBe(0);
    }
    expect(await world.list(listId)).toMatchObject({ total: 5 });
    expect(await add('ok4@a.fr')).toBe('not_enough_credits');
    await removeFromList(world, listId, 'ok3@a.fr');
    expect(await add(...added)).toBe('not_enough_credits');
    await world.drain();
    await world.grant(1);
    expect(await add('ok4@a.fr')).toBe(0);
    const { context, userId } = world;
    await context.ledger.clawBack(userId, { id: 'x', amount: 1, why: 'test' });
    await world.drain();
    expect(await add('ok4@a.fr')).toBe(0);
    const recheck = (await context.lists.rechecksOf(userId, listId)).at(-1);
    if (recheck) await cancelList(context, recheck, 'operator');
    expect(await add('ok4@a.fr')).toBe('not_enough_credits');
  });

  it('rewrite at most 100 MB an hour, and a large result as soon as a small one', async () => {
    const { world, listId } = await createFinishedList(table);
    const { limits, lists } = world.context;
    const removeWhenLarge = async (email: string) => {
      const size = { touchedAt: 0, resultBytes: 100_000_000 };
      await lists.update((await world.list(listId)) as never, { from: {}, to: size });
      await removeFromList(world, listId, email);
      await world.drain();
    };
    await limits.record('rewrite_user', world.userId, 90);
    await removeWhenLarge('ok1@a.fr');
    expect(await formatRows(world, listId)).toHaveLength(2);
    await removeWhenLarge('nobody');
    await world.advanceMinutes(45, 5);
    expect(await formatRows(world, listId)).toHaveLength(2);
    await world.advanceMinutes(25, 5);
    expect(await formatRows(world, listId)).toHaveLength(1);
    await expectInvariants(world);
  });

  it('use up no rewrites while they wait for another list', async () => {
    const { world, listId } = await createFinishedList(table);
    await world.context.lists.update((await world.list(listId)) as never, {
      from: {},
      to: { touchedAt: 0, resultBytes: 30_000_000 },
    });
    const other = await world.upload('ok1@a.fr\n', { notify: false });
    const blocker = await world.context.lists.create(
      world.userId,
      other,
      world.context.clock.now(),
    );
    if (!blocker) throw new Error('the list was not created');
    await world.context.lists.acquireLock('ingest', blocker, world.context.clock.now());
    await removeFromList(world, listId, 'ok1@a.fr');
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await world.drain();
      world.context.clock.advance(30_000);
    }
    expect(await world.context.limits.peek('rewrite_user', world.userId, 100)).toMatchObject({
      allowed: true,
    });
    await deleteList(world.context, world.userId, other);
    await world.advanceMinutes(20, 5);
    expect(await formatRows(world, listId)).toHaveLength(2);
  });

  it('block a recheck of unknown rows until they are applied', async () => {
    const { world, listId } = await createFinishedList(table);
    await addToList(world, listId, 'odd1@a.fr');
    await world.drain();
    await world.advanceMinutes(30 * 60, 60);
    expect(await world.list(listId)).toMatchObject({ unknown: 1 });
    await addToList(world, listId, 'ok2@a.fr');
    const { context, headers } = world;
    const request = { headers, params: { id: listId } };
    expect(await callHandler(context, routes.recheckFile, request)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
    await world.drain();
    expect(await callHandler(context, routes.recheckFile, request)).toMatchObject({
      status: 200,
      body: { data: { total_email: 1 } },
    });
  });
});
