import { describe, expect, it } from 'vitest';
import { chargeAndVerify } from '../../functions/checks/check-email.ts';
import { deleteList } from '../../functions/lists/history/delete-list.ts';
import { grantCreditsByEmail } from '../../functions/admin/grant-credits.ts';
import { resumeLists } from '../../functions/lists/run/resume-lists.ts';
import { createGrantEntry } from '../../functions/credits/rules/ledger.ts';
import { startFileTable } from '../support/file-table.ts';
import { expectInvariants } from '../support/invariants.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';

/** Rows 28 to 31, 44 and 45 of docs/operators/faults.md: too few credits, and races for them. */

const table = await startFileTable();

const listOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `ok${at}@d${at % 50}.fr\n`).join('');

const statusOf = async (world: PipelineHarness, listId: string) =>
  (await world.list(listId))?.status;

const check = (world: PipelineHarness, email: string, idempotencyKey?: string) =>
  chargeAndVerify(world.context, { userId: world.userId, email, by: 'web', idempotencyKey }).then(
    ({ verdict, charged }) => [verdict.status, charged],
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

describe('lists', () => {
  it('with credits for one of two: one runs, the other waits, notifies once, and resumes by itself', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(30);
    const ids = [await world.upload(listOf(20)), await world.upload(listOf(25))];
    await world.drain();
    const statuses = await Promise.all(ids.map((id) => statusOf(world, id)));
    expect(statuses.toSorted()).toEqual([5, 7]);
    await expectInvariants(world);
    const waiting = ids[statuses.indexOf(5)] ?? '';
    expect(await world.list(waiting)).toMatchObject({
      reason: 'insufficient_credit',
      reserved: 10,
    });
    expect(world.sent).toHaveLength(2);

    const { context, email } = world;
    const gift = { email, credits: 20, why: 'a present', grantId: 'g1' };
    expect(await grantCreditsByEmail(context, gift)).toBe(20);
    expect(await grantCreditsByEmail(context, gift)).toBe(20);
    await world.drain();
    expect(await world.list(waiting)).toMatchObject({ status: 7, reason: null });
    expect(world.sent).toHaveLength(4);
    await expectInvariants(world);
  });

  it('resume oldest first, and small lists do not overtake a large one', async () => {
    const world = await createPipelineHarness(table);
    const ids: string[] = [];
    for (const count of [20, 50, 5]) {
      ids.push(await world.upload(listOf(count)));
      await world.drain();
      world.context.clock.advance(1000);
    }
    const statuses = () => Promise.all(ids.map((id) => statusOf(world, id)));
    expect(await statuses()).toEqual([5, 5, 5]);
    await world.grant(40);
    await world.drain();
    expect(await statuses()).toEqual([7, 5, 5]);
    await world.grant(35);
    await world.drain();
    expect(await statuses()).toEqual([7, 7, 7]);
    await expectInvariants(world);
  });

  it('start with credits from a list that ended, or from an interrupted grant', async () => {
    const world = await createPipelineHarness(table);
    const { context, userId } = world;
    await world.grant(20);
    const first = await world.upload(listOf(20));
    const second = await world.upload(listOf(15));
    for (let turn = 0; turn < 2; turn += 1) await world.deliverQueue('list');
    await deleteList(context, userId, first);
    await world.drain();
    expect(await statusOf(world, second)).toBe(5);
    await world.advanceMinutes(1);
    expect(await statusOf(world, second)).toBe(7);

    const third = await world.upload(listOf(30));
    await world.drain();
    await context.ledger.transact(userId, [createGrantEntry('adm:cut-short', 25, 'test')]);
    await world.advanceMinutes(1);
    expect(await statusOf(world, third)).toBe(7);
    await expectInvariants(world);
  });

  it('start once if several grants arrive together', async () => {
    const world = await createPipelineHarness(table);
    const listId = await world.upload(listOf(8));
    await world.drain();
    const { context, userId } = world;
    await world.grant(5);
    await world.grant(5);
    await Promise.all([0, 1, 2, 3].map(() => resumeLists(context, userId)));
    await expectInvariants(world);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, charged: 8 });
    const kinds = (await Array.fromAsync(context.ledger.entries(userId)))
      .map(({ kind }) => kind)
      .toSorted();
    expect(kinds).toEqual(['grant', 'grant', 'reserve', 'settle']);
  });

  it('do not miss a grant that arrives while they are being paused', async () => {
    const world = await createPipelineHarness(table);
    const listId = await world.upload(listOf(8));
    const { context, userId } = world;
    const { reserve } = context.lists;
    let tries = 0;
    Object.assign(context.lists, {
      reserve: async (...args: Parameters<typeof reserve>) => {
        const outcome = await reserve(...args);
        tries += 1;
        // The grant finds no waiting list to resume, because the list is not paused yet.
        if (tries === 1) {
          await world.grant(10);
          await resumeLists(context, userId);
        }
        return outcome;
      },
    });
    await world.drain();
    // The reconciler is due to review a list a millisecond after its last change.
    context.clock.advance(1);
    await world.reconcile();
    expect(await world.list(listId)).toMatchObject({ status: 7, mailDue: null });
    expect(world.sent).toHaveLength(1);
  });

  it('that wait for thirty days are canceled, and their owner is notified', async () => {
    const world = await createPipelineHarness(table);
    const listId = await world.upload(listOf(8));
    await world.drain();
    world.context.clock.advance(31 * 24 * 3600 * 1000);
    await world.advanceMinutes(2);
    expect(await world.list(listId)).toMatchObject({ status: 6, reason: 'paused_too_long' });
    expect(world.sent).toHaveLength(2);
    await world.grant(100);
    await world.drain();
    expect(await statusOf(world, listId)).toBe(6);
  });

  it('without chargeable addresses finish without credits', async () => {
    const world = await createPipelineHarness(table);
    const listId = await world.upload('email\nnobody@\n@nowhere\n');
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, total: 2, invalid: 2, charged: 0 });
    expect(await Array.fromAsync(world.context.ledger.entries(world.userId))).toEqual([]);
  });

  it.each([
    ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2]), 'not_text'],
    ['words', 'email\nnone\n', 'no_address'],
    ['second column', 'Jean;a@b.fr\nPaul;c@d.fr\n', 'wrong_column'],
    ['one line', `a@b.fr${'x'.repeat(70_000)}`, 'line_too_long'],
    ['blank lines', '\n\n\n', 'empty_file'],
  ])('of an invalid file (%s) end in status 6 with the reason', async (_, content, reason) => {
    const world = await createPipelineHarness(table);
    const listId = await world.upload(content);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 6, reason, total: 0 });
    expect(world.sent).toHaveLength(1);
    expect(await Array.fromAsync(world.context.ledger.entries(world.userId))).toEqual([]);
  });

  it('race a single check for the last credit, and only one gets it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const world = await createPipelineHarness(table);
      await world.grant(8);
      const listId = await world.upload(listOf(8));
      const [, answer] = await Promise.all([world.drain(), check(world, 'ok@a.fr')]);
      await expectInvariants(world);
      const expected = answer === 'not_enough_credits' ? 7 : 5;
      expect(await statusOf(world, listId)).toBe(expected);
    }
  });

  it('are not deleted based on a state from before they were finished', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const listId = await world.upload('ok1@a.fr\ngrey@b.fr\n');
    await world.drain();
    const before = await world.list(listId);
    await world.advanceMinutes(48, 16);
    expect([before?.charged, (await world.list(listId))?.charged]).toEqual([1, 2]);
    expect(before && (await world.context.lists.delete(before, 0))).toBe(false);
    await deleteList(world.context, world.userId, listId);
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ consumed: 2 });
    await expectInvariants(world);
  });

  it('can be deleted while their tasks are completed, and answers remain charged', async () => {
    const world = await createPipelineHarness(table, { paid: true });
    await world.grant(5000);
    const listId = await world.upload(listOf(3000));
    const tasks = () => world.queues.waiting.filter(({ queue }) => queue === 'bulk');
    await world.drain(async () => tasks().length === 6);
    await Promise.all([
      ...tasks().map((task) => world.deliver(task)),
      deleteList(world.context, world.userId, listId),
    ]);
    await expectInvariants(world);
    await world.advanceMinutes(48, 16);
    const { available, consumed } = await world.context.ledger.balance(world.userId);
    expect(available + consumed).toBe(5000);
    expect(consumed % 60).toBe(0);
    expect(world.blobs.keysWithContent()).toEqual([]);
    await expect(deleteList(world.context, world.userId, listId)).rejects.toThrow('not_found');
  });
});

describe('a single check', () => {
  it('costs a credit for an answer, and nothing for bad syntax or no answer', async () => {
    const world = await createPipelineHarness(table);
    expect(await check(world, 'ok@a.fr')).toBe('not_enough_credits');
    await world.grant(2);
    expect(await check(world, 'not an address')).toBe('bad_address');
    expect(await check(world, 'odd@a.fr')).toEqual(['unknown', false]);
    expect(await check(world, 'ok@a.fr')).toEqual(['deliverable', true]);
    expect(await check(world, ' bad@a.fr ')).toEqual(['undeliverable', true]);
    expect(await check(world, 'ok@a.fr')).toBe('not_enough_credits');
    await expectInvariants(world);
  });

  it('that is repeated with one idempotency key is charged and answered once, even concurrently', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const answers = await Promise.all([0, 1, 2, 3].map(() => check(world, 'ok@a.fr', 'k')));
    expect(answers).toEqual(answers.map(() => ['deliverable', true]));
    expect(await check(world, 'ok@a.fr', 'k')).toEqual(['deliverable', true]);
    expect(await check(world, 'other@a.fr', 'k')).toBe('request_reused');
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ consumed: 1 });
    await expectInvariants(world);
  });

  it('has separate idempotency keys for each user', async () => {
    const [one, two] = [await createPipelineHarness(table), await createPipelineHarness(table)];
    await one.grant(1);
    expect(await check(one, 'ok@a.fr', 'k')).toEqual(['deliverable', true]);
    expect(await check(two, 'ok@a.fr', 'k')).toBe('not_enough_credits');
  });

  it('cannot be free by reusing a key whose answer was forgotten', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    await check(world, 'ok@a.fr', 'k');
    world.context.clock.advance(2 * 24 * 3600 * 1000);
    expect(await check(world, 'ok@a.fr', 'k')).toBe('request_reused');
  });

  it('is a separate request each time with an empty key', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    expect(await check(world, 'ok@a.fr', '')).toEqual(['deliverable', true]);
    expect(await check(world, 'bad@a.fr', '')).toEqual(['undeliverable', true]);
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ consumed: 2 });
  });
});
