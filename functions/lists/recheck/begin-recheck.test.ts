import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import { runAs } from '../../../tests/support/invoke.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { describeList } from '../history/describe-list.ts';
import { listRows } from '../result/list-rows.ts';
import { finalizeList } from '../run/finalize-list.ts';
import { formatRecheckId } from '../rules/recheck-id.ts';
import { finalize } from '../workers.ts';
import { recheckList } from './recheck-list.ts';

const table = await startFileTable();

/** Creates a list with two unknown addresses, one of which is deliverable when rechecked. */
async function createRecheck(): Promise<{ world: PipelineHarness; listId: string; id: string }> {
  const world = await createPipelineHarness(table);
  await world.grant(10);
  const listId = await world.upload('ok1@a.fr\nlate1@b.fr\nodd1@c.fr\n');
  await world.drain();
  await recheckList(world.context, world.userId, listId, { by: 'web' });
  return { world, listId, id: formatRecheckId(listId, 1) };
}

describe('a recheck', () => {
  it('is never shown as finished next to the counts before it', async () => {
    const { world, listId, id } = await createRecheck();
    const { context, userId } = world;
    const { get } = context.lists;
    context.lists.get = async (owner, requested) => {
      if (requested === id) {
        context.lists.get = get;
        await world.drain();
      }
      return get(owner, requested);
    };
    expect(await describeList(context, userId, listId, 'en')).toMatchObject({
      valid: 2,
      recheck: { state: 'finished', changes: { changed: 1 } },
    });
  });

  it('has an identical result, however often it is written', async () => {
    const { world, listId, id } = await createRecheck();
    await world.drain(async () => world.queues.waiting.some(({ queue }) => queue === 'finalize'));
    const { context, userId } = world;
    await Promise.all(
      [0, 1, 2].map(() => runAs(finalize, () => finalizeList(context, userId, id))),
    );
    const bytes = world.result(id);
    await world.drain();
    expect(world.result(id)).toBe(bytes);
    expect((await listRows(context, userId, listId, {})).rows).toHaveLength(3);
    await expectInvariants(world);
  });
});
