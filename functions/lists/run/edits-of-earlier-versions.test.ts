import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { resultObjects } from '../../../tests/support/result-files.ts';
import { itemExists, updateExpression } from '../../platform/dynamo/expression.ts';
import { key, userPartition } from '../../platform/dynamo/key.ts';
import { listKey, pendingListKey } from '../adapters/keys.ts';
import { deleteList } from '../history/delete-list.ts';
import { describeList } from '../history/describe-list.ts';
import { recheckList } from '../recheck/recheck-list.ts';
import type { List } from '../rules/list.ts';
import { formatRecheckId } from '../rules/recheck-id.ts';

const table = await startFileTable();

const LIST = 'ok1@a.fr\nbad1@b.fr\nodd1@c.fr\nodd2@c.fr\n';

async function createFinishedList(): Promise<{ world: PipelineHarness; listId: string }> {
  const world = await createPipelineHarness(table);
  await world.grant(10);
  const listId = await world.upload(LIST);
  await world.drain();
  await world.advanceMinutes(45, 15);
  world.sent.length = 0;
  return { world, listId };
}

/** Writes attributes to a list or a recheck that only earlier versions wrote. */
const patch = ({ context, userId }: PipelineHarness, listId: string, attributes: object) =>
  context.db.update(listKey(userId, listId), updateExpression({ ...attributes }), itemExists);

async function storeEdits({ context, userId }: PipelineHarness, listId: string): Promise<void> {
  for (const id of ['000000000007', '000000000008']) {
    const item = { id, adds: id.endsWith('7'), emails: ['ok9@a.fr'] };
    await context.db.put({ ...key(userPartition(userId), `EDIT#${listId}#${id}`), ...item });
  }
}

const storedEdits = ({ context, userId }: PipelineHarness) =>
  Array.fromAsync(context.db.query({ partition: userPartition(userId), prefix: 'EDIT#' }));
const detail = ({ context, userId }: PipelineHarness, id: string) =>
  describeList(context, userId, id, 'en');
const resultKeys = ({ blobs }: PipelineHarness, listId: string): string[] =>
  [...blobs.objects.keys()].filter((each) => each.startsWith(`results/${listId}`)).toSorted();

/** Turns the list's running recheck into one that carries edits. */
async function addEditsToRecheck(world: PipelineHarness, listId: string): Promise<void> {
  const id = formatRecheckId(listId, 1);
  const { recheckOf } = (await world.list(id)) ?? {};
  const edits = { after: '', to: '000000000007', added: 1 };
  await patch(world, id, { recheckOf: { ...recheckOf, edits } });
  await storeEdits(world, listId);
}

describe('an edit that an earlier version stored', () => {
  it.each<readonly [string, (recheck: List) => boolean]>([
    ['has not been ingested', ({ status }) => status === 1],
    ['is queued', ({ status }) => status === 3],
    ['has completed its tasks', ({ status, open }) => status === 4 && open === 0],
  ])('is discarded free of charge if its recheck %s', async (_, isReached) => {
    const { world, listId } = await createFinishedList();
    const { context, userId } = world;
    const before = await detail(world, listId);
    const balance = await context.ledger.balance(userId);
    await recheckList(context, userId, listId, { by: 'web' });
    await world.drain(async () => {
      const recheck = await world.list(formatRecheckId(listId, 1));
      return recheck !== undefined && isReached(recheck);
    });
    await addEditsToRecheck(world, listId);
    await expect(recheckList(context, userId, listId, { by: 'web' })).rejects.toMatchObject({
      code: 'being_updated',
    });

    await world.drain();
    expect((await detail(world, listId)).recheck).toMatchObject({ state: 'cancelled' });
    await world.advanceMinutes(60, 10);
    const { recheck, ...list } = await detail(world, listId);
    expect(list).toEqual(before);
    expect(recheck).toMatchObject({ state: 'cancelled', reason: 'processing_failed' });
    expect(await context.ledger.balance(userId)).toEqual(balance);
    expect(await storedEdits(world)).toEqual([]);
    expect(resultKeys(world, listId)).toEqual(resultObjects(listId));
    expect(world.sent.map(({ subject }) => subject)).toEqual([
      'The recheck of “My list” was canceled',
    ]);
    await expectInvariants(world);

    await recheckList(context, userId, listId, { by: 'web' });
    await world.drain();
    expect(await detail(world, listId)).toMatchObject({ recheck: { state: 'finished' } });
    await expectInvariants(world);
  });

  it('is discarded if its recheck waits for credits, before the credits arrive', async () => {
    const { world, listId } = await createFinishedList();
    const { context, userId } = world;
    await recheckList(context, userId, listId, { by: 'web' });
    await context.ledger.clawBack(userId, { id: 'ch:edits', amount: 7, why: 'refund' });
    await world.drain();
    await addEditsToRecheck(world, listId);
    await world.advanceMinutes(24 * 60, 60);
    expect((await detail(world, listId)).recheck).toMatchObject({ state: 'cancelled' });
    expect(await context.ledger.balance(userId)).toMatchObject({ consumed: 2, reserved: 0 });
    expect(await storedEdits(world)).toEqual([]);
    await expectInvariants(world);
  });

  it('is deleted if no recheck applies it yet, and leaves the list as it is', async () => {
    const { world, listId } = await createFinishedList();
    const { context, userId } = world;
    const before = await detail(world, listId);
    const now = context.clock.now();
    await storeEdits(world, listId);
    await patch(world, listId, { editedAt: now, waitingEdits: { edits: 2, added: 1 } });
    const due = now + 20_000;
    const pending = { userId, listId, since: now, deleted: false, due };
    await context.db.put({ ...pendingListKey(listId, false, due), ...pending });
    expect(await detail(world, listId)).toEqual(before);
    await world.advanceMinutes(30, 10);
    expect(await storedEdits(world)).toEqual([]);
    expect(await detail(world, listId)).toEqual(before);
    const rest = await Array.fromAsync(context.lists.pendingItems());
    expect(rest.filter((each) => each.userId === userId)).toEqual([]);
    await expectInvariants(world);
  });

  it('is deleted with its list', async () => {
    const { world, listId } = await createFinishedList();
    await storeEdits(world, listId);
    await deleteList(world.context, world.userId, listId);
    await world.advanceMinutes(45, 15);
    expect(await storedEdits(world)).toEqual([]);
  });

  it.each([
    ['kept its result', { added: 0, removed: 0 }],
    ['replaced its result', { added: 2, removed: 1 }],
  ])('is cleaned up after a recheck that %s', async (_, changed) => {
    const { world, listId } = await createFinishedList();
    const { context, userId } = world;
    const isReplaced = changed.added > 0;
    await recheckList(context, userId, listId, { by: 'web' });
    await world.drain();
    const id = formatRecheckId(listId, 1);
    const { recheckOf, after } = (await world.list(id)) ?? {};
    const changes = { changed: 0, gone: 0, gained: 0, ...changed };
    const edits = { after: '', to: '000000000008', added: 2 };
    await patch(world, id, { recheckOf: { ...recheckOf, edits }, changes, after });
    await storeEdits(world, listId);
    if (!isReplaced) {
      // A recheck with edits wrote no result.
      await world.blobs.deleteAll(`results/${id}/`);
      await context.lists.update((await world.list(listId)) as List, {
        from: {},
        to: { touchedAt: 0, result: undefined },
      });
    }
    await world.advanceMinutes(45, 15);
    const current = isReplaced ? id : listId;
    expect(resultKeys(world, listId)).toEqual(resultObjects(current));
    expect(await storedEdits(world)).toEqual([]);
    const { recheck, checks } = await detail(world, listId);
    expect(recheck).toMatchObject({ changes: { changed: 0, gone: 0, gained: 0 } });
    expect(recheck?.changes).not.toHaveProperty('added');
    expect(checks).toBeUndefined();
  });
});
