import { expect, it } from 'vitest';
import { DAY_MS } from '../../shared/model/duration.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';
import { computeUnusedCredits } from '../billing/books/outstanding.ts';
import { deleteList } from '../lists/history/delete-list.ts';
import { createPreviewChargeReader } from '../lists/history/preview-charge.ts';

const table = await startFileTable();

const FILE = Array.from({ length: 30 }, (_, at) => `${at % 2 ? 'ok' : 'odd'}${at}@d.fr`).join('\n');

async function createListAwaitingCredits() {
  const world = await createPipelineHarness(table);
  const { context, userId } = world;
  await world.grant(12);
  const listId = await world.upload(FILE);
  await world.drain();
  await world.advanceMinutes(30);
  const { status, charged = 0 } = (await world.list(listId)) ?? {};
  expect([status, charged > 0 && charged < 12]).toEqual([5, true]);
  const before = context.clock.now();
  context.clock.advance(DAY_MS);
  const unused = async (end: number) => {
    const deps = { ...context, previewCharge: createPreviewChargeReader(context) };
    const { lots } = await computeUnusedCredits(deps, userId, end);
    return lots.reduce((sum, { credits }) => sum + credits, 0);
  };
  return { world, listId, charged, unused, before };
}

it('counts the credits of a preview’s answered rows as used while its list waits', async () => {
  const { charged, unused, before } = await createListAwaitingCredits();
  expect(await unused(before)).toBe(12 - charged);
});

it('counts them as used on that day even after the list has run', async () => {
  const { world, listId, charged, unused, before } = await createListAwaitingCredits();
  await world.grant(30);
  await world.advanceMinutes(60);
  const list = await world.list(listId);
  expect(list?.status).toBe(7);
  expect(await unused(before)).toBe(12 - charged);
  const { available } = await world.context.ledger.balance(world.userId);
  expect(await unused(world.context.clock.now() + DAY_MS)).toBe(available);
});

it('counts them as used on that day even after the list is deleted', async () => {
  const { world, listId, charged, unused, before } = await createListAwaitingCredits();
  await deleteList(world.context, world.userId, listId);
  expect(await unused(before)).toBe(12 - charged);
  expect(await unused(world.context.clock.now() + DAY_MS)).toBe(12 - charged);
});
