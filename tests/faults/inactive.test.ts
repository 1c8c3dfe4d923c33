import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteList } from '../../functions/lists/history/delete-list.ts';
import { pauseLists } from '../../functions/lists/run/pause-lists.ts';
import { USER_STATUS } from '../../shared/model/account.ts';
import { startFileTable } from '../support/file-table.ts';
import { expectInvariants } from '../support/invariants.ts';
import { runOutsideFunction } from '../support/invoke.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';

/** Rows 34, 48 and 49 of docs/operators/faults.md: an owner is deactivated, and activated again. */

const SEED = 20241010;

const table = await startFileTable();

const LIST = 'ok1@a.fr;x\nbad1@a.fr;y\nOK1@a.fr;z\nnot one;u\ngrey@b.fr;v\nodd@c.fr;w\n';
const DAYS = 24 * 60;

async function setStatus({ userId, context }: PipelineHarness, status: number): Promise<void> {
  const profile = { PK: `USER#${userId}`, SK: 'PROFILE' };
  const set = { text: 'SET #status = :status', names: { '#status': 'status' } };
  await table.db(context.clock).update(profile, { ...set, values: { ':status': status } });
}

async function deactivate(world: PipelineHarness): Promise<void> {
  await setStatus(world, USER_STATUS.inactive);
  await pauseLists(world.context, world.userId);
}
async function activate(world: PipelineHarness): Promise<void> {
  await setStatus(world, USER_STATUS.active);
  await world.context.queues.sendList({ kind: 'resume', v: 1, userId: world.userId });
}

async function startList(credits = 10): Promise<{ world: PipelineHarness; listId: string }> {
  const world = await createPipelineHarness(table);
  await world.grant(credits);
  return { world, listId: await world.upload(LIST) };
}

const drainUntilStatus = (world: PipelineHarness, listId: string, status: number) =>
  world.drain(async () => (await world.list(listId))?.status === status);

async function expectFinished(world: PipelineHarness, listId: string, mails = 1): Promise<void> {
  await expectInvariants(world);
  expect(await world.list(listId)).toMatchObject({
    status: 7,
    reason: null,
    total: 5,
    valid: 2,
    invalid: 2,
    unknown: 1,
    charged: 3,
  });
  expect(world.result(listId).split('\r\n')).toHaveLength(8);
  const balance = await world.context.ledger.balance(world.userId);
  expect([balance.available, balance.consumed]).toEqual([7, 3]);
  expect(world.sent).toHaveLength(mails);
}

/** Completes all work and clears what the reconciler would review: all tests share the table. */
async function finish(world: PipelineHarness): Promise<void> {
  await world.drain();
  await world.advanceMinutes(96, 16);
  expect(world.queues.waiting).toEqual([]);
}

/** Runs `act` once, between the first call to the engine and the engine's result. */
function duringVerification(world: PipelineHarness, act: () => Promise<void>): void {
  const { verify } = world.engine;
  Object.assign(world.engine, {
    async *verify(...args: Parameters<typeof verify>) {
      world.engine.verify = verify;
      await runOutsideFunction(act);
      yield* verify(...args);
    },
  });
}

describe('a list whose owner is deactivated', () => {
  it('pauses with its credits, and the answer to a task in progress waits', async () => {
    const { world, listId } = await startList();
    duringVerification(world, () => deactivate(world));
    await world.drain();
    expect(await world.list(listId)).toMatchObject({
      status: 5,
      reason: 'account_inactive',
      processed: 1,
      charged: 0,
      reserved: 4,
      open: 1,
    });
    await expectInvariants(world);
    // Neither time, a purchase nor the reconciler changes the list, and nobody is notified.
    await world.grant(6);
    await world.advanceMinutes(28 * DAYS, 14 * DAYS);
    expect(await world.list(listId)).toMatchObject({ status: 5, reserved: 4, mailDue: null });
    expect(world.sent).toEqual([]);
    await activate(world);
    await world.drain();
    await world.advanceMinutes(40, 8);
    expect(await world.list(listId)).toMatchObject({ status: 7, charged: 3 });
    expect(world.engine.attempts.get('ok1@a.fr')).toBe(1);
    await expectInvariants(world);
  });

  it('is canceled after thirty days, with all its credits, and its owner is notified', async () => {
    const { world, listId } = await startList();
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 4, charged: 2 });
    await deactivate(world);
    await world.advanceMinutes(32 * DAYS, DAYS);
    expect(await world.list(listId)).toMatchObject({
      status: 6,
      reason: 'paused_too_long',
      charged: 0,
      reserved: 0,
    });
    expect(world.sent).toHaveLength(1);
    expect(world.blobs.keysWithContent().filter((key) => key.startsWith('work/'))).toEqual([]);
    await activate(world);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 6 });
    await expectInvariants(world);
  });

  it('resumes where it was: completed work is not repeated, and deferred tasks return', async () => {
    const { world, listId } = await startList();
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 4, processed: 4 });
    await deactivate(world);
    // In the meantime, the deferred task comes due and is dropped.
    await world.advanceMinutes(16, 8);
    expect(world.queues.waiting).toEqual([]);
    await activate(world);
    await world.drain();
    await world.advanceMinutes(40, 8);
    expect(world.engine.attempts.get('ok1@a.fr')).toBe(1);
    expect(world.engine.attempts.get('grey@b.fr')).toBe(3);
    await expectFinished(world, listId);
  });

  it('does not start if it is ingested in the meantime', async () => {
    const { world, listId } = await startList();
    await deactivate(world);
    await world.drain();
    const stopped = { status: 5, reason: 'account_inactive', reserved: 0, total: 5 };
    expect(await world.list(listId)).toMatchObject(stopped);
    await world.grant(100);
    await world.advanceMinutes(28 * DAYS, 14 * DAYS);
    expect(await world.list(listId)).toMatchObject(stopped);
    expect(world.sent).toEqual([]);
    await activate(world);
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 4, reserved: 4 });
  });

  it('waits for credits if it is reactivated without enough of them, and notifies', async () => {
    const { world, listId } = await startList(3);
    await deactivate(world);
    await world.drain();
    await activate(world);
    await world.drain();
    await expectInvariants(world);
    expect(await world.list(listId)).toMatchObject({ status: 5, reason: 'insufficient_credit' });
    await world.advanceMinutes(32, 16);
    expect(world.sent.map(({ subject }) => subject)).toEqual([
      'Your list “My list” is waiting for credits',
    ]);
    await deactivate(world);
    await world.grant(7);
    await world.advanceMinutes(3);
    expect(await world.list(listId)).toMatchObject({ status: 5, reason: 'insufficient_credit' });
    await activate(world);
    await world.drain();
    await world.advanceMinutes(40, 8);
    await expectFinished(world, listId, 2);
  });

  it('pauses while its result is being written, and is finished once', async () => {
    const { world, listId } = await startList();
    const { write } = world.blobs;
    Object.assign(world.blobs, {
      async write(...args: Parameters<typeof write>) {
        await write(...args);
        if (!args[0].startsWith('results/')) return;
        world.blobs.write = write;
        await deactivate(world);
      },
    });
    await world.drain();
    await world.advanceMinutes(40, 8);
    expect(await world.list(listId)).toMatchObject({ status: 5, open: 0, reserved: 4 });
    expect(world.sent).toEqual([]);
    await activate(world);
    await world.drain();
    await expectFinished(world, listId);
  });

  it('is not given up for a run that failed before a pause of several days', async () => {
    const { world, listId } = await startList();
    await world.drain();
    const isFailing = async () => ((await world.list(listId))?.failingSince ?? null) !== null;
    world.faults.failWhen((name) => (name === 'blobs.write' ? 'before' : undefined));
    for (let minute = 0; minute < 60 && !(await isFailing()); minute += 1)
      await world.advanceMinutes(1);
    expect(await isFailing()).toBe(true);
    await deactivate(world);
    world.faults.failWhen(undefined);
    await world.advanceMinutes(2 * DAYS, DAYS);
    await activate(world);
    await finish(world);
    await expectFinished(world, listId);
  });

  it('can be deleted, with a refund for unanswered addresses', async () => {
    const { world, listId } = await startList();
    await world.drain();
    await deactivate(world);
    await deleteList(world.context, world.userId, listId);
    await expectInvariants(world);
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({
      available: 8,
      consumed: 2,
    });
    await activate(world);
    await world.advanceMinutes(64, 16);
    expect(world.blobs.keysWithContent()).toEqual([]);
  });
});

describe('a task from before the deactivation', () => {
  it.each(['first', 'last'] as const)(
    'that is still running at the reactivation and ends %s is counted once',
    async (order) => {
      const { world, listId } = await startList();
      await drainUntilStatus(world, listId, 3);
      duringVerification(world, async () => {
        await deactivate(world);
        await activate(world);
        if (order === 'last') await world.drain();
      });
      await world.drain();
      expect(await world.list(listId)).toMatchObject({ status: 4, processed: 4, charged: 2 });
      await finish(world);
      await expectFinished(world, listId);
    },
  );
});

describe(`deactivation (seed ${SEED})`, () => {
  it('stops a list at any call of its life, and reactivation loses nothing', async () => {
    const ended = { stopped: 0, finished: 0 };
    for (let call = 1, more = true; more; call += 4) {
      const { world, listId } = await startList();
      const before = world.faults.calls;
      world.faults.interruptAt(call, async () => {
        await deactivate(world);
        await expectInvariants(world);
      });
      await world.drain();
      await world.advanceMinutes(48, 16);
      more = world.faults.calls - before >= call;
      const { status, reason } = (await world.list(listId)) ?? {};
      expect([status, reason]).toEqual(status === 7 ? [7, null] : [5, 'account_inactive']);
      ended[status === 7 ? 'finished' : 'stopped'] += 1;
      await expectInvariants(world);
      await activate(world);
      await finish(world);
      await expectFinished(world, listId);
    }
    expect(ended.stopped).toBeGreaterThan(10);
    expect(ended.finished).toBeGreaterThan(0);
  });

  it('and reactivation at any call lose nothing and charge nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 6 }), async (at) => {
        const { world, listId } = await startList();
        for (const [turn, call] of at.toSorted((a, b) => a - b).entries())
          world.faults.interruptAt(call, () =>
            turn % 2 === 0 ? deactivate(world) : activate(world),
          );
        await world.drain();
        await world.advanceMinutes(16, 8);
        await expectInvariants(world);
        world.faults.restart();
        await activate(world);
        await finish(world);
        await expectFinished(world, listId);
      }),
      { seed: SEED, numRuns: 12 },
    );
  });
});
