import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/contract/errors.ts';
import { chargeAndVerify } from '../../functions/checks/check-email.ts';
import { deleteList } from '../../functions/lists/history/delete-list.ts';
import { startIngest } from '../../functions/lists/rules/transitions.ts';
import { startFileTable } from '../support/file-table.ts';
import { crashAtEachCall } from '../support/crash-at-each-call.ts';
import { expectInvariants } from '../support/invariants.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';
import { expectStoredResultParts, resultObjects } from '../support/result-files.ts';

/**
 * Rows 3, 15, 16, 31, 32, 45 and 56 of docs/operators/faults.md: a process is killed at every call.
 */

const table = await startFileTable();

const LIST = 'ok1@a.fr;x\nbad1@a.fr;y\nOK1@a.fr;z\nnot one;u\ngrey@b.fr;v\nodd@c.fr;w\n';

/** States in which a list may be deleted, each with a function that creates such a list. */
const STATES: readonly [string, (world: PipelineHarness) => Promise<string>][] = [
  [
    'waiting',
    (world) =>
      reachState(world, 10, async (listId) => {
        await world.context.lists.create(world.userId, listId, world.context.clock.now());
      }),
  ],
  [
    'initialization',
    (world) =>
      reachState(world, 10, async (listId) => {
        const now = world.context.clock.now();
        const list = await world.context.lists.create(world.userId, listId, now);
        if (list) await world.context.lists.update(list, startIngest(list, now));
      }),
  ],
  ['queued', (world) => reachState(world, 10, (listId) => drainUntilStatus(world, listId, 3))],
  ['working', (world) => reachState(world, 10, () => world.drain())],
  ['paused', (world) => reachState(world, 1, () => world.drain())],
  ['canceled', (world) => reachState(world, 10, () => world.drain(), 'nothing\nhere\n')],
  [
    'finished',
    (world) =>
      reachState(world, 10, async () => {
        await world.drain();
        await world.advanceMinutes(40, 8);
      }),
  ],
];

/** Returns the number of charged verdicts of `LIST`, given its status. */
const answeredAt = (status: number | undefined): number =>
  status === 7 ? 3 : status === 4 ? 2 : 0;

async function reachState(
  world: PipelineHarness,
  credits: number,
  how: (listId: string) => Promise<void>,
  content = LIST,
): Promise<string> {
  await world.grant(credits);
  const listId = await world.upload(content);
  await how(listId);
  return listId;
}

const drainUntilStatus = (world: PipelineHarness, listId: string, status: number) =>
  world.drain(async () => (await world.list(listId))?.status === status);

/** Lets everything recover from a crash, including timeouts and reconciler runs. */
async function recover(world: PipelineHarness): Promise<void> {
  await expectInvariants(world);
  await world.drain();
  await expectInvariants(world);
  await world.advanceMinutes(112, 16);
  await expectInvariants(world);
  expect(world.queues.waiting).toEqual([]);
  expect(world.dead).toEqual([]);
}

async function expectFinished(world: PipelineHarness, listId: string): Promise<void> {
  expect(await world.list(listId)).toMatchObject({
    status: 7,
    total: 5,
    valid: 2,
    invalid: 2,
    unknown: 1,
    charged: 3,
    mailDue: null,
  });
  expect(world.result(listId).split('\r\n').slice(1)).toEqual([
    '"ok1@a.fr";"x";"deliverable";"accepted";"";"ok1@a.fr"',
    '"bad1@a.fr";"y";"undeliverable";"no_such_mailbox";"";"bad1@a.fr"',
    '"OK1@a.fr";"z";"deliverable";"accepted";"";"OK1@a.fr"',
    '"not one";"u";"undeliverable";"bad_syntax";"";""',
    '"grey@b.fr";"v";"deliverable";"accepted";"";"grey@b.fr"',
    '"odd@c.fr";"w";"unknown";"policy";"";"odd@c.fr"',
    '',
  ]);
  expect(await world.context.ledger.balance(world.userId)).toMatchObject({
    available: 7,
    consumed: 3,
  });
  expect(world.sent.length).toBeLessThanOrEqual(1);
  expectStoredResultParts(world.blobs.objects, listId);
  const retained = [...resultObjects(listId), `uploads/${world.userId}/${listId}`];
  expect(world.blobs.keysWithContent().toSorted()).toEqual(retained);
}

describe('a crash at', () => {
  it('any call between upload and email loses no row, no credit and no list', async () => {
    let mails = 0;
    const attempts = await crashAtEachCall(async (crash) => {
      const world = await createPipelineHarness(table);
      await world.grant(10);
      const listId = await world.upload(LIST);
      await crash(world.faults, async () => {
        await world.drain();
        await world.advanceMinutes(40, 8);
      });
      await recover(world);
      await expectFinished(world, listId);
      mails += world.sent.length;
    });
    expect(attempts).toBeGreaterThan(35);
    // The email may be lost only by a crash while it is being sent, and it is never sent twice.
    expect(mails).toBeGreaterThanOrEqual(attempts - 2);
  });

  it('any call of a deletion, in every state, leaves no trace and refunds unused credits', async () => {
    for (const [state, bring] of STATES)
      await crashAtEachCall(async (crash) => {
        const world = await createPipelineHarness(table);
        const listId = await bring(world);
        const status = (await world.list(listId))?.status;
        await crash(world.faults, () => deleteList(world.context, world.userId, listId));
        await expectInvariants(world);
        if (await world.list(listId)) await deleteList(world.context, world.userId, listId);
        await recover(world);
        expect(await world.list(listId)).toBeUndefined();
        expect(world.blobs.keysWithContent()).toEqual([]);
        const { available, consumed } = await world.context.ledger.balance(world.userId);
        expect(available + consumed).toBe(state === 'paused' ? 1 : 10);
        expect(consumed).toBe(answeredAt(status));
      });
  });

  it('any call of a single check costs a credit with an answer and nothing without', async () => {
    for (const [email, cost] of [
      ['ok@a.fr', 1],
      ['odd@a.fr', 0],
    ] as const)
      await crashAtEachCall(async (crash) => {
        const world = await createPipelineHarness(table);
        await world.grant(1);
        const { userId, context } = world;
        const request = { userId, email, by: 'web', idempotencyKey: 'one' };
        await crash(world.faults, () => chargeAndVerify(context, request));
        const { verdict } = await chargeAndVerify(context, request);
        expect(verdict.email).toBe(email);
        await expectInvariants(world);
        await recover(world);
        expect(await context.ledger.balance(userId)).toMatchObject({
          available: 1 - cost,
          consumed: cost,
        });
      });
  });

  it('any call of a background check leaves a charged answer, or refunds the credit', async () => {
    for (const [email, cost] of [
      ['grey@a.fr', 1],
      ['odd@a.fr', 0],
    ] as const)
      await crashAtEachCall(async (crash) => {
        const world = await createPipelineHarness(table);
        await world.grant(1);
        const { userId, context } = world;
        const request = { userId, email, by: 'web', idempotencyKey: 'one', waitSeconds: 0 };
        let response: Awaited<ReturnType<typeof chargeAndVerify>> | undefined;
        await crash(world.faults, async () => {
          response = await chargeAndVerify(context, request);
          await world.drain();
          await world.advanceMinutes(48, 4);
        });
        await recover(world);
        const { consumed } = await context.ledger.balance(userId);
        // A caller who has the id of the check finds the result by polling. Any other caller has
        // already received the result, or gets the credit back.
        const [check] = await Array.fromAsync(
          context.db.query({ partition: `USER#${userId}`, prefix: 'CHECK#' }),
        );
        expect(['answered', response ? undefined : check?.state]).toContain(check?.state);
        expect(consumed).toBe(check?.state === 'answered' ? cost : 0);
        expect(await Array.fromAsync(context.checks.pendingItems())).toEqual([]);
      });
  });

  it('any call of a single check that is not repeated is repaired by the reconciler', async () => {
    await crashAtEachCall(async (crash) => {
      const world = await createPipelineHarness(table);
      await world.grant(1);
      const { userId, context } = world;
      const request = { userId, email: 'ok@a.fr', by: 'web', idempotencyKey: 'one' };
      await crash(world.faults, () => chargeAndVerify(context, request));
      await recover(world);
      // A caller who gets the verdict on a retry has paid for it; otherwise, the credit was
      // returned.
      const again = await chargeAndVerify(context, request).then(
        () => 'answer',
        (error: unknown) => (error instanceof AppError ? error.code : error),
      );
      const { consumed } = await context.ledger.balance(userId);
      expect([again, consumed]).toEqual(consumed === 1 ? ['answer', 1] : ['request_reused', 0]);
    });
  });
});
