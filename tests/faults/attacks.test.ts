import { describe, expect, it } from 'vitest';
import { deleteList } from '../../functions/lists/history/delete-list.ts';
import { finalizeList } from '../../functions/lists/run/finalize-list.ts';
import { ingestList } from '../../functions/lists/run/ingest-list.ts';
import { lockRetryDelaySeconds } from '../../functions/lists/rules/stage-lock.ts';
import { MAX_RUN_MS } from '../../functions/lists/rules/timeouts.ts';
import { uploadBlobKey } from '../../functions/lists/rules/blob-keys.ts';
import { finalize } from '../../functions/lists/workers.ts';
import { workerNeeds } from '../../infra/features/index.ts';
import { startFileTable } from '../support/file-table.ts';
import { CrashError } from '../support/faults.ts';
import { expectInvariants } from '../support/invariants.ts';
import { runAs } from '../support/invoke.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';

/** Rows 47 and 50 to 52 of docs/operators/faults.md: harmful files and customers. */

const table = await startFileTable();

const LIST = 'ok1@a.fr\nbad1@a.fr\nok2@b.fr\n';

async function uploadList(content = LIST): Promise<{ world: PipelineHarness; listId: string }> {
  const world = await createPipelineHarness(table);
  await world.grant(100);
  await world.drain();
  return { world, listId: await world.upload(content) };
}

/** Makes every call to `deadly` crash the process. */
const killAt = ({ faults }: PipelineHarness, deadly: string): void =>
  faults.failWhen((name) => {
    if (name !== deadly) return undefined;
    faults.crashAt(1, 'before');
    throw new CrashError(name);
  });

/** Advances the clock by hours. Killed processes restart and retry in this time. */
async function runHours(world: PipelineHarness, hours: number): Promise<void> {
  const { faults, queues, context } = world;
  for (let turn = 0; turn < hours * 4; turn += 1) {
    context.clock.advance(15 * 60_000 + 1);
    await world.reconcile();
    for (;;) {
      const next = queues.waiting.find(({ visibleAt }) => visibleAt <= context.clock.now());
      if (!next) break;
      await world.deliver(next);
      faults.restart();
    }
  }
}

/** More deliveries than the maximum number of attempts to process a list. */
const SEVERAL = 7;

const finalizeOf = ({ userId }: PipelineHarness, listId: string) =>
  ({ kind: 'finalize', v: 1, userId, listId }) as const;

const isFinalizeQueued = async ({ queues }: PipelineHarness) =>
  queues.waiting.some(({ queue }) => queue === 'finalize');

describe('a list whose every run is killed', () => {
  const GIVEN_UP = {
    list: { status: 6, reason: 'processing_failed', reserved: 0, charged: 0, mailDue: null },
    credits: { available: 100, reserved: 0, consumed: 0 },
    mails: [expect.stringContaining('our side')],
  };

  /** Deletes a list. Returns its last state, its owner's last balance and all emails. */
  async function endOf(world: PipelineHarness, listId: string): Promise<unknown> {
    const [list, credits] = await Promise.all([
      world.list(listId),
      world.context.ledger.balance(world.userId),
    ]);
    await expectInvariants(world);
    await deleteList(world.context, world.userId, listId);
    return { list, credits, mails: world.sent.map(({ text }) => text) };
  }

  it('during ingest ends in status 6, free of charge, and its owner is notified', async () => {
    const { world, listId } = await uploadList();
    killAt(world, 'blobs.copy');
    await runHours(world, 3);
    expect(await endOf(world, listId)).toMatchObject(GIVEN_UP);
  });

  it('while its result is written ends in status 6, too', async () => {
    const { world, listId } = await uploadList();
    await world.drain(() => isFinalizeQueued(world));
    killAt(world, 'blobs.write');
    await runHours(world, 3);
    expect(await endOf(world, listId)).toMatchObject(GIVEN_UP);
  });

  it('ends in status 6 even if its message is delivered several times', async () => {
    const { world, listId } = await uploadList();
    await world.drain(() => isFinalizeQueued(world));
    for (let copy = 1; copy < SEVERAL; copy += 1)
      await world.context.queues.sendFinalize(finalizeOf(world, listId));
    killAt(world, 'blobs.write');
    await runHours(world, 1);
    expect(await world.list(listId)).toMatchObject({ status: 4, attempts: 4 });
    await runHours(world, 2);
    expect(await endOf(world, listId)).toMatchObject(GIVEN_UP);
  });

  it('is not given up if its message is delivered concurrently, during ingest or finalization', async () => {
    const { world, listId } = await uploadList();
    const { context, userId } = world;
    const concurrently = (run: () => Promise<unknown>) =>
      Promise.all(Array.from({ length: SEVERAL }, run));
    const list = await context.lists.create(userId, listId, context.clock.now());
    if (list) await context.lists.acquireLock('ingest', list, context.clock.now());
    await concurrently(() => ingestList(context, { userId, listId }));
    expect(await world.list(listId)).toMatchObject({ status: 3, total: 3 });
    await world.drain(() => isFinalizeQueued(world));
    await concurrently(() => finalizeList(context, userId, listId));
    expect(await world.list(listId)).toMatchObject({ status: 7, charged: 3 });
    await world.drain();
    expect(world.sent).toHaveLength(1);
    await expectInvariants(world);
  });

  it('has runs that Lambda ends after their maximum duration', () => {
    const timeouts = ['ingest', 'finalize'].map((name) => workerNeeds.get(name)?.timeoutSeconds);
    expect(timeouts).toEqual([MAX_RUN_MS / 1000, MAX_RUN_MS / 1000]);
  });

  it('is not given up if runs fail with errors for hours, as during an outage', async () => {
    for (const stage of ['read', 'written']) {
      const { world, listId } = await uploadList();
      if (stage === 'written') await world.drain(() => isFinalizeQueued(world));
      world.faults.failWhen((name) => (name === 'blobs.write' ? 'before' : undefined));
      await world.advanceMinutes(10 * 60, 60);
      world.faults.failWhen(undefined);
      await world.advanceMinutes(60, 30);
      expect(await world.list(listId)).toMatchObject({ status: 7, valid: 2 });
    }
  });

  it('is given up after a day in which every run failed', async () => {
    const { world, listId } = await uploadList();
    world.faults.failWhen((name) => (name === 'blobs.write' ? 'before' : undefined));
    await world.advanceMinutes(27 * 60, 60);
    expect(await endOf(world, listId)).toMatchObject(GIVEN_UP);
  });
});

describe('an upload that is overwritten while its presigned POST is valid', () => {
  const overwrite = async (
    { blobs, queues, userId }: PipelineHarness,
    listId: string,
    content: string,
  ) => {
    const key = uploadBlobKey(userId, listId);
    await blobs.put(key, content);
    queues.put('list', { Records: [{ s3: { object: { key } } }] });
  };

  it('is ingested once: both runs agree, whichever file each of them read', async () => {
    for (let call = 1; call <= 24; call += 1) {
      const { world, listId } = await uploadList();
      const { userId } = world;
      world.faults.interruptAt(call, async () => {
        await overwrite(world, listId, 'ok1@a.fr\nok8@z.fr;x\nok9@z.fr;y\nok7@z.fr;z\n');
        await ingestList(world.context, { userId, listId });
      });
      await world.drain();
      world.faults.restart();
      await world.advanceMinutes(16, 16);
      const list = await world.list(listId);
      expect(list).toMatchObject({ status: 7, processed: list?.total });
      expect(world.result(listId).match(/"deliverable"/g)).toHaveLength(list?.valid ?? 0);
      await expectInvariants(world);
      await deleteList(world.context, userId, listId);
    }
  });

  it('neither resends its tasks nor is ingested again', async () => {
    const { world, listId } = await uploadList();
    const isQueued = async () => (await world.list(listId))?.status === 3;
    await world.drain(isQueued);
    const before = world.queues.waiting.length;
    for (let again = 0; again < 5; again += 1) await overwrite(world, listId, 'ok9@z.fr\n');
    await world.drain(async () => !world.queues.waiting.some(({ queue }) => queue === 'list'));
    expect(world.queues.waiting.length).toBeLessThanOrEqual(before);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 7, total: 3, valid: 2 });
  });
});

describe('a list that is deleted before its file arrives', () => {
  it('never runs, costs nothing and leaves nothing', async () => {
    const { world, listId } = await uploadList();
    await deleteList(world.context, world.userId, listId);
    await world.drain();
    await world.advanceMinutes(48, 16);
    expect(await world.list(listId)).toBeUndefined();
    expect(world.blobs.keysWithContent()).toEqual([]);
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({ consumed: 0 });
    expect(world.engine.attempts.size).toBe(0);
    await expect(deleteList(world.context, world.userId, listId)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is also deleted if the file arrives at that moment', async () => {
    for (let call = 1; call <= 6; call += 1) {
      const { world, listId } = await uploadList();
      const { userId, context } = world;
      world.faults.interruptAt(call, async () => {
        await context.lists.create(userId, listId, context.clock.now());
      });
      await deleteList(context, userId, listId);
      world.faults.restart();
      await world.advanceMinutes(48, 16);
      expect(await world.list(listId)).toBeUndefined();
      expect(world.blobs.keysWithContent()).toEqual([]);
    }
  });
});

describe('a customer with many large files', () => {
  it('has one of them ingested at a time, without delaying other customers', async () => {
    const { world, listId: first } = await uploadList();
    const { context, userId, queues } = world;
    const copying = Promise.withResolvers<void>();
    const resume = Promise.withResolvers<void>();
    const slow = {
      ...context.blobs,
      async copy(from: string, to: string) {
        copying.resolve();
        await resume.promise;
        await context.blobs.copy(from, to);
      },
    };
    queues.waiting.length = 0;
    const reading = ingestList({ ...context, blobs: slow }, { userId, listId: first });
    await copying.promise;

    const others = [await world.upload(LIST), await world.upload(LIST)];
    for (let turn = 0; turn < 2; turn += 1) await world.deliverQueue('list');
    for (const listId of others) expect(await world.list(listId)).toMatchObject({ status: 1 });
    const waiting = queues.waiting.filter(({ queue }) => queue === 'list');
    expect(waiting.map(({ visibleAt }) => visibleAt - context.clock.now())).toEqual([2000, 2000]);

    const somebody = await uploadList();
    await somebody.world.drain();
    expect(await somebody.world.list(somebody.listId)).toMatchObject({ status: 7 });

    resume.resolve();
    expect(await reading).toMatchObject({ outcome: 'done' });
    await world.advanceMinutes(4);
    for (const listId of [first, ...others])
      expect(await world.list(listId)).toMatchObject({ status: 7 });
  });

  it('has one of their results written at a time, however few addresses they have', async () => {
    const wide = `ok1@a.fr;${'x'.repeat(30_000)}\n`.repeat(40);
    const { world, listId: first } = await uploadList(wide);
    const second = await world.upload(wide);
    const small = await world.upload(LIST);
    // The lists' tasks complete, but no worker has finished the lists yet.
    const { waiting } = world.queues;
    await world.drain(async () => {
      const at = waiting.findIndex(({ queue }) => queue === 'finalize');
      if (at >= 0) waiting.splice(at, 1);
      return false;
    });
    const { context, userId } = world;
    const outcomes: unknown[] = [];
    const writing = {
      ...context.blobs,
      write: async (...written: Parameters<typeof context.blobs.write>) => {
        for (const id of outcomes.length === 0 ? [second, small] : [])
          outcomes.push(
            (await runAs(finalize, () => finalizeList(context, userId, id)))['outcome'],
          );
        await context.blobs.write(...written);
      },
    };
    await finalizeList({ ...context, blobs: writing }, userId, first);
    expect(outcomes).toEqual(['deferred', 'done']);
    await world.advanceMinutes(4);
    for (const id of [first, second, small])
      expect(await world.list(id)).toMatchObject({ status: 7 });
    await expectInvariants(world);
  });

  it('continues if the list being ingested is deleted, or its run has died', async () => {
    for (const end of ['deleted', 'gone'] as const) {
      const { world, listId: first } = await uploadList();
      await world.deliverQueue('list');
      killAt(world, 'blobs.copy');
      await world.deliverQueue('list');
      world.faults.restart();
      world.faults.failWhen(undefined);
      world.queues.waiting.length = 0;
      const second = await world.upload(LIST);
      await world.drain();
      expect(await world.list(second)).toMatchObject({ status: 1 });
      if (end === 'deleted') await deleteList(world.context, world.userId, first);
      await world.advanceMinutes(end === 'deleted' ? 1 : 32);
      expect(await world.list(second)).toMatchObject({ status: 7 });
    }
  });
});

it('a list that waits for its turn polls less than sixteen times, then the reconciler resends it', () => {
  const asked: number[] = [];
  for (let now = 0; ;) {
    const seconds = lockRetryDelaySeconds({ touchedAt: 0 }, now, 1);
    if (seconds === undefined) break;
    asked.push(seconds);
    now += seconds * 1000;
  }
  expect(asked).toEqual([2, 2, 4, 8, 16, 32, 64, 128, 256]);
});
