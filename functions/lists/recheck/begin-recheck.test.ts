import { describe, expect, it } from 'vitest';
import { callHandler } from '../../../tests/support/call.ts';
import { crashAtSomeCalls } from '../../../tests/support/crash-at-each-call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import { runAs } from '../../../tests/support/invoke.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { expectStoredResultParts } from '../../../tests/support/result-files.ts';
import { routes } from '../../../tests/support/routes.ts';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { deleteList } from '../history/delete-list.ts';
import { describeList } from '../history/describe-list.ts';
import { readResultRows } from '../result/list-rows.ts';
import { finalizeList } from '../run/finalize-list.ts';
import { pauseLists } from '../run/pause-lists.ts';
import { finalize } from '../workers.ts';
import type { List } from '../rules/list.ts';
import { formatRecheckId } from '../rules/recheck-id.ts';
import { startWatch } from '../watch/watch-list.ts';

const table = await startFileTable();

const post =
  (name: 'recheckFile' | 'verifyCorrections') =>
  async ({ context, headers }: PipelineHarness, id: string) =>
    (await callHandler(context, routes[name], { headers, params: { id } })).body.code;

/** Three addresses are unknown, one of them in two rows; two are deliverable when rechecked. */
const UNKNOWNS = {
  file: 'ok1@a.fr\nlate1@b.fr\nLate1@b.fr\nlate2@c.fr\nodd1@c.fr\n',
  consumed: 1,
  before: { valid: 1, invalid: 0, unknown: 3 },
  after: { valid: 3, invalid: 0, unknown: 1 },
  repeat: async () => undefined,
  rows: 'ok1 deliverable, late1 deliverable, Late1 deliverable, late2 deliverable, odd1 unknown',
};
/** Ways to start a recheck of three addresses, two of which get a conclusive verdict. */
const KINDS = [
  { ...UNKNOWNS, kind: 'a recheck', atLeast: 3, start: post('recheckFile') },
  {
    kind: 'the check of corrections',
    /** One misspelled address occurs in two rows, and the correction of another is known. */
    file: 'ok1@a.fr\ntypo-ok2@b.fr\nTYPO-ok2@b.fr\ntypo-bad1@a.fr\ntypo-typo-bad1@a.fr\ntypo-odd1@a.fr\n',
    consumed: 5,
    before: { valid: 1, invalid: 4, unknown: 0, corrected: 0 },
    after: { valid: 1, invalid: 4, unknown: 0, corrected: 4 },
    rows: 'ok1 deliverable, typo-ok2 deliverable, TYPO-ok2 deliverable, typo-bad1 undeliverable, typo-typo-bad1 undeliverable, typo-odd1 unknown',
    atLeast: 4,
    start: post('verifyCorrections'),
    repeat: post('verifyCorrections'),
  },
  {
    ...UNKNOWNS,
    kind: 'the check of a watched list',
    async start({ context, reconcile, userId }: PipelineHarness, id: string) {
      await startWatch(context, userId, id, { every: 'week', maxCredits: 9 });
      context.clock.advance(7 * DAY_MS);
      return reconcile();
    },
  },
];
type Kind = (typeof KINDS)[number];

const detail = ({ context, userId }: PipelineHarness, id: string) =>
  describeList(context, userId, id, 'en');
const credits = ({ context, userId }: PipelineHarness) => context.ledger.balance(userId);
const clawBack = ({ context, userId }: PipelineHarness, amount: number) =>
  context.ledger.clawBack(userId, { id: `ch:${context.ids.token(6)}`, amount, why: 'refund' });
/** Returns the local part and the status of each row, or the status of its correction. */
async function rowsOf({ context, userId }: PipelineHarness, id: string): Promise<string> {
  const { rows } = await readResultRows(context, userId, id, {});
  return rows
    .map(
      ({ email, status, corrected_status }) =>
        `${email.split('@')[0]} ${corrected_status ?? status}`,
    )
    .join(', ');
}

/** Returns the objects, lists and reviews that remain of a deleted list. */
async function leftoversOf({ blobs, context, userId }: PipelineHarness, listId: string) {
  const pending = await Array.fromAsync(context.lists.pendingItems());
  return [
    ...blobs.keysWithContent().filter((key) => key.includes(listId)),
    ...(await context.lists.listWithRechecks(userId)),
    ...pending.filter((each) => each.userId === userId),
  ];
}

async function createFinishedList({ file, consumed }: Kind, available = 6) {
  const world = await createPipelineHarness(table);
  await world.grant(20);
  const listId = await world.upload(file);
  await world.drain();
  await world.advanceMinutes(30, 30);
  await clawBack(world, 20 - consumed - available);
  expect(await credits(world)).toMatchObject({ available, consumed, reserved: 0 });
  const id = formatRecheckId(listId, 1);
  const drainUntil = (isReached: (recheck: List) => boolean) =>
    world.drain(async () => {
      const recheck = await world.list(id);
      return recheck !== undefined && isReached(recheck);
    });
  return { world, listId, id, drainUntil };
}

describe.each(KINDS)('$kind', (kind) => {
  const { after, before, consumed, rows } = kind;
  const balanceAfter = { reserved: 0, available: 4, consumed: consumed + 2 };

  it('charges the verdicts counted so far when its list is deleted', async () => {
    const { world, listId, drainUntil } = await createFinishedList(kind);
    await kind.start(world, listId);
    await drainUntil(({ processed }) => processed === 3);
    expect(await credits(world)).toMatchObject({ reserved: 3 });
    await deleteList(world.context, world.userId, listId);
    // Two of the three verdicts were conclusive, and the API has already shown their counts.
    expect(await credits(world)).toMatchObject(balanceAfter);
    expect(await world.context.lists.listWithRechecks(world.userId)).toEqual([]);
    await expectInvariants(world);
    await world.advanceMinutes(45, 5);
    expect(await leftoversOf(world, listId)).toEqual([]);
  });

  it('is deleted with its list after it has ended, with its item and files', async () => {
    const { world, listId } = await createFinishedList(kind);
    await kind.start(world, listId);
    await world.drain();
    await deleteList(world.context, world.userId, listId);
    await world.advanceMinutes(45, 5);
    expect(await leftoversOf(world, listId)).toEqual([]);
  });

  it('pauses while its owner is inactive', async () => {
    const { world, listId, drainUntil } = await createFinishedList(kind);
    await kind.start(world, listId);
    await drainUntil(({ status }) => status === 3);
    await pauseLists(world.context, world.userId);
    await world.drain();
    expect(await detail(world, listId)).toMatchObject({
      status: 7,
      recheck: { status: 5, reason: 'account_inactive', credits_reserved: 3 },
    });
    world.queues.put('list', { kind: 'resume', v: 1, userId: world.userId });
    await world.drain();
    expect(await detail(world, listId)).toMatchObject({ recheck: { status: 7, unknown: 1 } });
    await expectInvariants(world);
  });

  it('is never shown as finished next to the counts before it', async () => {
    const { world, listId, id } = await createFinishedList(kind);
    await kind.start(world, listId);
    const { get } = world.context.lists;
    world.context.lists.get = async (owner, requested) => {
      if (requested === id) {
        world.context.lists.get = get;
        await world.drain();
      }
      return get(owner, requested);
    };
    expect(await detail(world, listId)).toMatchObject({ ...after, recheck: { state: 'finished' } });
  });

  it('has an identical result, however often it is written', async () => {
    const { world, listId, id } = await createFinishedList(kind);
    await kind.start(world, listId);
    await world.drain(async () => world.queues.waiting.some(({ queue }) => queue === 'finalize'));
    const run = () => runAs(finalize, () => finalizeList(world.context, world.userId, id));
    await Promise.all([run(), run(), run()]);
    const bytes = world.result(id);
    await world.drain();
    expect(world.result(id)).toBe(bytes);
    expect(await rowsOf(world, listId)).toBe(rows);
    await expectInvariants(world);
  });

  it('leaves a complete result after a crash at any call of its last step', async () => {
    const calls = await crashAtSomeCalls(async (crash) => {
      const { world, listId, id, drainUntil } = await createFinishedList(kind);
      await kind.start(world, listId);
      await drainUntil(({ open, status }) => status === 4 && open === 0);
      const message = world.queues.waiting.find(({ queue }) => queue === 'finalize');
      expect(message).toBeDefined();
      await crash(world.faults, async () => message && world.deliver(message));
      // A fault must leave either the complete previous result or the complete new one.
      const { result } = (await world.list(listId)) ?? {};
      expect([undefined, id]).toContain(result);
      expect(await detail(world, listId)).toMatchObject(result === undefined ? before : after);
      expectStoredResultParts(world.blobs.objects, result ?? listId);
      await expectInvariants(world);
      // Corrections are verified only once, even if their check is started again.
      expect(await kind.repeat(world, listId)).toBeUndefined();
      await world.drain();
      await world.advanceMinutes(48, 16);
      expect(await detail(world, listId)).toMatchObject(after);
      expect(await rowsOf(world, listId)).toBe(rows);
      expect(await credits(world)).toMatchObject(balanceAfter);
      expectStoredResultParts(world.blobs.objects, id);
      await expectInvariants(world);
    });
    expect(calls).toBeGreaterThan(10);
  });
});

describe.each(KINDS.slice(0, 2))('$kind', (kind) => {
  const { atLeast = 0, rows } = kind;

  it('requires a credit for each address, and waits for credits spent meanwhile', async () => {
    const few = await createFinishedList(kind, atLeast - 1);
    expect(await kind.start(few.world, few.listId)).toBe('not_enough_credits');
    expect(await detail(few.world, few.listId)).not.toHaveProperty('recheck');

    const { world, listId } = await createFinishedList(kind, atLeast);
    expect(await kind.start(world, listId)).toBeUndefined();
    await clawBack(world, 2);
    await world.drain();
    expect(await detail(world, listId)).toMatchObject({
      status: 7,
      recheck: { status: 5, state: 'paused', reason: 'insufficient_credit', credits_needed: 3 },
    });
    expect(world.sent.at(-1)?.subject).toBe('The recheck of “My list” is waiting for credits');
    await world.grant(2);
    await world.drain();
    expect(await detail(world, listId)).toMatchObject({ recheck: { status: 7, unknown: 1 } });
    expect(await rowsOf(world, listId)).toBe(rows);
    await expectInvariants(world);
  });
});
