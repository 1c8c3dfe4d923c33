import { describe, expect, it } from 'vitest';
import { startFileTable } from '../../../tests/support/file-table.ts';
import {
  addToList,
  createFinishedList,
  editsOf,
  errorCodeOf,
  removeFromList,
  formatRows,
} from '../../../tests/support/edited-list.ts';
import { createFakeVerdict } from '../../../tests/support/fake-engine.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import { runAs } from '../../../tests/support/invoke.ts';
import type { PipelineHarness } from '../../../tests/support/pipeline-harness.ts';
import { resultObjects } from '../../../tests/support/result-files.ts';
import { removeEmails } from '../api.ts';
import { deleteList } from '../history/delete-list.ts';
import { describeList } from '../history/describe-list.ts';
import { listRows } from '../result/list-rows.ts';
import { finalizeList } from '../run/finalize-list.ts';
import { cancelList } from '../run/run-on-list.ts';
import { formatRecheckId } from '../rules/recheck-id.ts';
import { finalize } from '../workers.ts';
import { editList } from './edit-list.ts';
import { watchList } from './watch-list.ts';

const table = await startFileTable();

const DAY_MINUTES = 24 * 60;
const detail = ({ context, userId }: PipelineHarness, id: string) =>
  describeList(context, userId, id, 'en');

describe('an edited list', () => {
  it('verifies, charges and appends new addresses, and ignores those already in the list', async () => {
    const { world, listId } = await createFinishedList(table);
    const added = ['ok2@a.fr', 'Ok1@A.fr', 'ok2@A.FR', 'bad2@c.fr', 'nobody2', 'NOBODY2'];
    expect(await addToList(world, listId, ...added, 'ok1@a.fr')).toBe(1);
    await world.drain();
    expect([...world.engine.attempts.keys()].toSorted()).toEqual(['bad2@c.fr', 'ok2@A.FR']);
    expect(await formatRows(world, listId)).toEqual([
      'ok1@a.fr accepted',
      'bad1@b.fr no_such_mailbox',
      'OK1@a.fr accepted',
      'nobody bad_syntax',
      'ok2@A.FR accepted',
      'bad2@c.fr no_such_mailbox',
      'NOBODY2 bad_syntax',
    ]);
    expect(world.blobs.text(`results/${formatRecheckId(listId, 1)}/all.csv`)).toContain(
      '"ok2@A.FR";"";"deliverable";"accepted";"";"ok2@A.FR"\r\n',
    );
    expect(await detail(world, listId)).toMatchObject({
      status: 7,
      total_email: 6,
      processed: 6,
      valid: 2,
      invalid: 4,
      reasons: { accepted: 2, no_such_mailbox: 2, bad_syntax: 2 },
      domains: [
        { name: 'a.fr', valid: 2, invalid: 0 },
        { name: 'b.fr', invalid: 1 },
      ],
    });
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ consumed: 4 });
    expect(world.sent).toEqual([]);
    await expectInvariants(world);
    await world.advanceMinutes(30, 30);
    expect(await editsOf(world, listId)).toEqual([]);
  });

  it('ignores blank entries, and reads only the last edit', async () => {
    const { world, listId } = await createFinishedList(table);
    const { context } = world;
    const { edits } = context.lists;
    context.lists.edits = async () => Promise.reject(new Error('all edits were read'));
    expect(await addToList(world, listId, '', ' \u200b', 'ok2@a.fr', 'nobody2')).toBe(1);
    context.lists.edits = edits;
    await world.drain();
    expect((await formatRows(world, listId)).slice(4)).toEqual([
      'ok2@a.fr accepted',
      'nobody2 bad_syntax',
    ]);
    await expectInvariants(world);
  });

  it('removes every row of a removed mailbox', async () => {
    const { world, listId } = await createFinishedList(table);
    await removeFromList(world, listId, 'Ok1@a.fr', 'nobody', 'stranger@a.fr');
    await world.drain();
    expect(await formatRows(world, listId)).toEqual(['bad1@b.fr no_such_mailbox']);
    expect(await detail(world, listId)).toMatchObject({
      total_email: 1,
      duplicates: 0,
      valid: 0,
      invalid: 1,
      reasons: { no_such_mailbox: 1 },
      domains: [{ name: 'b.fr', invalid: 1 }],
    });
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ consumed: 2 });
    await expectInvariants(world);
    await addToList(world, listId, 'ok1@a.fr');
    await world.drain();
    expect(await formatRows(world, listId)).toEqual([
      'bad1@b.fr no_such_mailbox',
      'ok1@a.fr accepted',
    ]);
    await expectInvariants(world);
  });

  it('reports edits without rechecking addresses or counting as a check of its watch', async () => {
    const { world, listId } = await createFinishedList(table);
    await watchList(world.context, world.userId, listId, { every: 'month', maxCredits: 9 });
    const { engine } = world;
    const verify = engine.verify.bind(engine);
    engine.verify = async function* (addresses, options) {
      for await (const each of verify(addresses, options)) {
        const email = addresses[each.index] ?? '';
        yield { ...each, verdict: createFakeVerdict(email, 'undeliverable', 'no_such_mailbox') };
      }
    };
    await world.advanceMinutes(30 * DAY_MINUTES, DAY_MINUTES);
    const lastCheck = async () => {
      const { recheck, checks } = await detail(world, listId);
      const { total_email: asked, changes } = recheck ?? {};
      return { asked, changes, checks: checks?.length };
    };
    const noChanges = { changed: 0, gone: 0, gained: 0 };
    expect(await lastCheck()).toEqual({
      asked: 1,
      changes: { changed: 1, gone: 1, gained: 0 },
      checks: 1,
    });
    await addToList(world, listId, 'new@a.fr', 'OK1@a.fr', 'nobody3');
    await world.drain();
    expect(await lastCheck()).toEqual({
      asked: 2,
      changes: { ...noChanges, added: 2, removed: 0 },
      checks: 1,
    });
    await removeFromList(world, listId, 'bad1@b.fr', 'stranger@b.fr');
    await world.drain();
    expect(await lastCheck()).toEqual({
      asked: 0,
      changes: { ...noChanges, added: 0, removed: 1 },
      checks: 1,
    });
    const events = () => Array.fromAsync(world.context.outbox.listForUser(world.userId));
    const before = await events();
    expect(before.map(({ type }) => type)).toEqual([
      'list.finished',
      ...Array<string>(3).fill('list.changed'),
    ]);
    await addToList(world, listId, 'NEW@a.fr');
    await world.drain();
    expect(await lastCheck()).toEqual({
      asked: 0,
      changes: { ...noChanges, added: 0, removed: 0 },
      checks: 1,
    });
    expect(await events()).toEqual(before);
    // The changes of a check are shown until the next check.
    const { context, userId } = world;
    const changed = await listRows(context, userId, listId, { only: 'changed' });
    expect(changed.rows.map(({ email }) => email)).toEqual(['ok1@a.fr', 'OK1@a.fr']);
    await expectInvariants(world);
  });

  it('keeps only the last recheck for edits, however often it is edited', async () => {
    const { world, listId } = await createFinishedList(table);
    const { context, userId } = world;
    await watchList(context, userId, listId, { every: 'week', maxCredits: 9 });
    await world.advanceMinutes(8 * DAY_MINUTES, DAY_MINUTES);
    for (let at = 2; at <= 6; at += 1) {
      await addToList(world, listId, `ok${at}@a.fr`);
      await world.advanceMinutes(60, 10);
    }
    const rechecks = await context.lists.rechecksOf(userId, listId);
    expect(rechecks.map((each) => each.listId)).toEqual([formatRecheckId(listId, 5)]);
    expect(await detail(world, listId)).toMatchObject({ recheck: { changes: { added: 1 } } });
    expect(world.result(formatRecheckId(listId, 5))).toContain('ok6@a.fr');
    const results = [...world.blobs.objects.keys()].filter((key) => key.startsWith('results/'));
    expect(results.toSorted()).toEqual(resultObjects(formatRecheckId(listId, 5)));
    await expectInvariants(world);
  });

  it('applies edits made during a recheck; the last edit of an address wins', async () => {
    const { world, listId } = await createFinishedList(table);
    await addToList(world, listId, 'ok2@a.fr');
    await world.drain(async () => (await world.list(formatRecheckId(listId, 1)))?.status === 3);
    await addToList(world, listId, 'ok3@a.fr', 'ok4@a.fr');
    await removeFromList(world, listId, 'ok2@a.fr', 'ok4@a.fr', 'bad1@b.fr');
    await world.drain();
    expect(await formatRows(world, listId)).toEqual([
      'ok1@a.fr accepted',
      'OK1@a.fr accepted',
      'nobody bad_syntax',
      'ok3@a.fr accepted',
    ]);
    expect([...world.engine.attempts.keys()]).toEqual(['ok2@a.fr', 'ok3@a.fr']);
    await expectInvariants(world);
  });

  it('never shows a finished recheck next to the counts before it', async () => {
    const { world, listId } = await createFinishedList(table);
    await addToList(world, listId, 'ok2@a.fr');
    const { get } = world.context.lists;
    world.context.lists.get = async (userId, id) => {
      if (id === formatRecheckId(listId, 1)) {
        world.context.lists.get = get;
        await world.drain();
      }
      return get(userId, id);
    };
    expect(await detail(world, listId)).toMatchObject({
      valid: 2,
      recheck: { state: 'finished', changes: { added: 1 } },
    });
  });

  it('shows edits that wait as a recheck that has not started', async () => {
    const { world, listId } = await createFinishedList(table);
    const { startRecheck } = world.context.lists;
    world.context.lists.startRecheck = () => Promise.reject(new Error('no connection'));
    await expect(addToList(world, listId, 'ok2@a.fr')).rejects.toThrow('no connection');
    world.context.lists.startRecheck = startRecheck;
    expect(await detail(world, listId)).toMatchObject({
      state: 'finished',
      recheck: { state: 'waiting', total_email: 0, end_date: null },
    });
    await world.advanceMinutes(60, 10);
    expect(await detail(world, listId)).toMatchObject({ valid: 2, recheck: { state: 'finished' } });
    await expectInvariants(world);
  });

  it('has an identical result, however often it is written', async () => {
    const { world, listId } = await createFinishedList(table);
    await addToList(world, listId, 'ok2@a.fr', 'any@c.fr');
    await world.drain(async () => world.queues.waiting.some(({ queue }) => queue === 'finalize'));
    const { context, userId } = world;
    const id = formatRecheckId(listId, 1);
    await Promise.all(
      [0, 1, 2].map(() => runAs(finalize, () => finalizeList(context, userId, id))),
    );
    const bytes = world.result(id);
    await world.drain();
    expect(world.result(id)).toBe(bytes);
    expect(await formatRows(world, listId)).toHaveLength(6);
    await expectInvariants(world);
  });

  it.each(Array.from({ length: 30 }, (_, at) => at + 1))(
    'survives a failure of call %i',
    async (at) => {
      const { world, listId } = await createFinishedList(table);
      let calls = 0;
      world.faults.failWhen(() => {
        calls += 1;
        return calls === at ? (at % 2 === 0 ? 'before' : 'after') : undefined;
      });
      // A caller that gets no response retries.
      await addToList(world, listId, 'ok2@a.fr').catch(() => addToList(world, listId, 'ok2@a.fr'));
      await removeFromList(world, listId, 'bad1@b.fr').catch(() =>
        removeFromList(world, listId, 'bad1@b.fr'),
      );
      await world.drain();
      await world.advanceMinutes(64, 16);
      world.faults.failWhen(undefined);
      await world.advanceMinutes(64, 16);
      expect(await formatRows(world, listId)).toEqual([
        'ok1@a.fr accepted',
        'OK1@a.fr accepted',
        'nobody bad_syntax',
        'ok2@a.fr accepted',
      ]);
      expect(await world.context.ledger.balance(world.userId)).toMatchObject({ consumed: 3 });
      expect(await editsOf(world, listId)).toEqual([]);
      await expectInvariants(world);
    },
  );

  it.each([1, 60])(
    'discards the edits of a canceled recheck, %i minutes later',
    async (minutes) => {
      const { world, listId } = await createFinishedList(table, 3);
      await addToList(world, listId, 'ok1@c.fr');
      await world.drain();
      await addToList(world, listId, 'ok2@a.fr', 'ok3@a.fr');
      const recheck = await world.list(formatRecheckId(listId, 2));
      if (recheck) await cancelList(world.context, recheck, 'paused_too_long');
      await world.advanceMinutes(minutes, minutes);
      await expectInvariants(world);
      await addToList(world, listId, 'ok4@a.fr');
      await world.advanceMinutes(60, 10);
      expect([...world.engine.attempts.keys()]).toEqual(['ok1@c.fr', 'ok4@a.fr']);
      expect(await formatRows(world, listId)).toHaveLength(6);
      expect(await editsOf(world, listId)).toEqual([]);
      await expectInvariants(world);
    },
  );

  it('keeps its result when edits change nothing', async () => {
    const { world, listId } = await createFinishedList(table);
    const { write } = world.blobs;
    const before = resultObjects(listId);
    const written: string[] = [];
    world.blobs.write = async (key, chunks) => {
      written.push(key);
      await write(key, chunks);
    };
    await removeFromList(world, listId, 'stranger@a.fr', 'nobody3');
    await world.drain();
    await addToList(world, listId, 'OK1@a.fr', 'NOBODY');
    await world.drain();
    world.blobs.write = write;
    expect(written.filter((key) => key.startsWith('results/'))).toEqual([]);
    await world.advanceMinutes(60, 10);
    const stored = [...world.blobs.objects.keys()].filter((key) => key.startsWith('results/'));
    expect(stored.toSorted()).toEqual(before);
    expect(await formatRows(world, listId)).toHaveLength(4);
    expect(await editsOf(world, listId)).toEqual([]);
    await removeFromList(world, listId, 'ok1@a.fr');
    await world.drain();
    await world.advanceMinutes(60, 10);
    expect(await formatRows(world, listId)).toEqual([
      'bad1@b.fr no_such_mailbox',
      'nobody bad_syntax',
    ]);
    expect(await world.context.lists.rechecksOf(world.userId, listId)).toHaveLength(1);
    await expectInvariants(world);
  });

  it('is rechecked immediately even if the list changes when its recheck starts', async () => {
    const { world, listId } = await createFinishedList(table);
    const { context, userId } = world;
    const { lastEdit } = context.lists;
    let changes = 0;
    const lists = {
      ...context.lists,
      lastEdit: async (...query: Parameters<typeof lastEdit>) => {
        changes += 1;
        if (changes === 1) await context.lists.rename(userId, listId, 'changed');
        return lastEdit(...query);
      },
    };
    const change = { adds: false, emails: ['ok1@a.fr'] };
    await runAs(removeEmails, () => editList({ ...context, lists }, userId, listId, change));
    expect(changes).toBe(2);
    await world.drain();
    expect(await formatRows(world, listId)).toEqual([
      'bad1@b.fr no_such_mailbox',
      'nobody bad_syntax',
    ]);
  });

  it('rejects an edit in the wrong state or without enough credits, and leaves nothing when deleted', async () => {
    const { world, listId } = await createFinishedList(table, 1);
    expect(await errorCodeOf(addToList(world, 'none', 'ok2@a.fr'))).toBe('not_found');
    expect(await errorCodeOf(addToList(world, listId, 'ok2@a.fr', 'ok3@a.fr'))).toBe(
      'not_enough_credits',
    );
    expect(await editsOf(world, listId)).toEqual([]);
    expect(await addToList(world, listId, 'ok2@a.fr', 'OK2@A.fr', 'nobody2')).toBe(1);
    await world.drain();
    const other = await world.upload('ok1@a.fr\n');
    await world.drain(async () => (await world.list(other))?.status === 3);
    expect(await errorCodeOf(removeFromList(world, other, 'ok1@a.fr'))).toBe('wrong_state');
    await world.drain();
    await removeFromList(world, listId, 'ok1@a.fr');
    await deleteList(world.context, world.userId, listId);
    await world.advanceMinutes(30, 30);
    expect(await editsOf(world, listId)).toEqual([]);
    expect([...world.blobs.objects.keys()].filter((key) => key.includes(listId))).toEqual([]);
    await expectInvariants(world);
  });
});
