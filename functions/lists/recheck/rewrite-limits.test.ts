import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { deleteList } from '../history/delete-list.ts';
import { describeList } from '../history/describe-list.ts';
import { recheckList } from './recheck-list.ts';

const table = await startFileTable();

/**
 * Creates a list with an address that is always unknown, so that it can be rechecked repeatedly.
 */
async function createFinishedList() {
  const world = await createPipelineHarness(table);
  await world.grant(20);
  const listId = await world.upload('ok1@a.fr\nodd1@a.fr\n');
  await world.drain();
  await world.advanceMinutes(30, 30);
  return { world, listId };
}

const recheck = ({ context, userId }: PipelineHarness, listId: string) =>
  recheckList(context, userId, listId, { by: 'web' });
const stateOfRecheck = async ({ context, userId }: PipelineHarness, listId: string) =>
  (await describeList(context, userId, listId, 'en')).recheck?.state;

describe('rechecks', () => {
  it('rewrite at most 100 MB an hour, and a large result as soon as a small one', async () => {
    const { world, listId } = await createFinishedList();
    const { limits, lists } = world.context;
    const recheckWhenLarge = async () => {
      const size = { touchedAt: 0, resultBytes: 100_000_000 };
      await lists.update((await world.list(listId)) as never, { from: {}, to: size });
      await recheck(world, listId);
      await world.drain();
    };
    await limits.record('rewrite_user', world.userId, 90);
    await recheckWhenLarge();
    expect(await stateOfRecheck(world, listId)).toBe('finished');
    await recheckWhenLarge();
    await world.advanceMinutes(45, 5);
    expect(await stateOfRecheck(world, listId)).toBe('waiting');
    await world.advanceMinutes(25, 5);
    expect(await stateOfRecheck(world, listId)).toBe('finished');
    await expectInvariants(world);
  });

  it('use up no rewrites while they wait for another list', async () => {
    const { world, listId } = await createFinishedList();
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
    await recheck(world, listId);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await world.drain();
      world.context.clock.advance(30_000);
    }
    expect(await world.context.limits.peek('rewrite_user', world.userId, 100)).toMatchObject({
      allowed: true,
    });
    await deleteList(world.context, world.userId, other);
    await world.advanceMinutes(20, 5);
    expect(await stateOfRecheck(world, listId)).toBe('finished');
  });
});
