import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/model/duration.ts';
import { callHandler } from '../../../tests/support/call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import { createFakeVerdict } from '../../../tests/support/fake-engine.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { expectStoredResultParts, resultObjects } from '../../../tests/support/result-files.ts';
import { routes } from '../../../tests/support/routes.ts';
import { describeList } from '../history/describe-list.ts';
import { recheckList } from './recheck-list.ts';
import type { List } from '../rules/list.ts';
import { formatRecheckId } from '../rules/recheck-id.ts';
import { noFlags } from '../../../shared/contract/examples/list-states.ts';

const table = await startFileTable();

/** `odd…` addresses are unknown at first; `odd1` occurs twice in the file. */
const LIST = [
  'email;name',
  'ok1@a.fr;Zoé',
  'odd1@b.fr;"a ""b"""',
  'bad1@a.fr;=x',
  '',
  'Odd1@b.fr;again',
  'odd2@c.fr;y',
  'nobody;z',
  'odd3@b.fr;+33',
  '',
].join('\n');

/** The list has three unknown addresses in four rows. */
async function createFinishedList(
  availableCredits = 6,
): Promise<{ world: PipelineHarness; listId: string }> {
  const world = await createPipelineHarness(table);
  await world.grant(6);
  const listId = await world.upload(LIST);
  await world.drain();
  // Two of the five well-formed addresses got a conclusive verdict, so four credits are left.
  if (availableCredits < 4) await clawBack(world, 4 - availableCredits);
  else if (availableCredits > 4) await world.grant(availableCredits - 4);
  expect(await credits(world)).toMatchObject({ available: availableCredits, consumed: 2 });
  return { world, listId };
}

let refunds = 0;
async function clawBack({ context, userId }: PipelineHarness, amount: number): Promise<void> {
  refunds += 1;
  await context.ledger.clawBack(userId, { id: `ch_1:${refunds}`, amount, why: 'refund' });
}

const drainUntilRecheck = (
  world: PipelineHarness,
  listId: string,
  number: number,
  isReached: (list: List) => boolean,
) =>
  world.drain(async () => {
    const recheck = await world.list(formatRecheckId(listId, number));
    return recheck !== undefined && isReached(recheck);
  });

/** Makes servers accept `odd1` and reject `odd2` from now on. */
function stubAnswers({ engine }: PipelineHarness): void {
  const verify = engine.verify.bind(engine);
  engine.verify = async function* (addresses, options) {
    for await (const each of verify(addresses, options)) {
      const email = addresses[each.index] ?? '';
      if (email.startsWith('odd1')) {
        const reply = { stage: 'rcpt', code: 250, text: 'fine' } as const;
        const flags = { ...each.verdict.flags, role: true };
        const more = { provider: 'yahoo', reply, flags };
        yield { ...each, verdict: createFakeVerdict(email, 'deliverable', 'accepted', more) };
      } else if (email.startsWith('odd2')) {
        yield { ...each, verdict: createFakeVerdict(email, 'undeliverable', 'no_such_mailbox') };
      } else {
        yield each;
      }
    }
  };
}

const post = ({ context, headers }: PipelineHarness, id: string, more: object = {}) =>
  callHandler(context, routes.recheckFile, { headers: { ...headers, ...more }, params: { id } });
const detail = ({ context, userId }: PipelineHarness, id: string) =>
  describeList(context, userId, id, 'en');
const rows = async ({ context, headers }: PipelineHarness, id: string) =>
  (
    (await callHandler(context, routes.listRows, { headers, params: { id } })).body.data as {
      rows: {}[];
    }
  ).rows;
const resultText = ({ blobs }: PipelineHarness, id: string) => blobs.text(`results/${id}/all.csv`);
const credits = ({ context, userId }: PipelineHarness) => context.ledger.balance(userId);

describe('a recheck', () => {
  it('needs no credits for addresses that another recheck has just verified', async () => {
    const { world, listId } = await createFinishedList(3);
    stubAnswers(world);
    await post(world, listId);
    const { lists } = world.context;
    const { rechecksOf } = lists;
    lists.rechecksOf = async (...args) => {
      lists.rechecksOf = rechecksOf;
      await world.drain();
      return rechecksOf(...args);
    };
    expect((await post(world, listId)).body).toMatchObject({ data: { total_email: 1 } });
  });

  it('verifies each unknown address once, and replaces its verdict in the result', async () => {
    const { world, listId } = await createFinishedList();
    const before = resultText(world, listId);
    const formerRows = await rows(world, listId);
    stubAnswers(world);
    world.engine.attempts.clear();
    const started = await post(world, listId);
    expect(started.status).toBe(200);
    expect(started.body.data).toMatchObject({
      status: 1,
      total_email: 3,
      credits_needed: 3,
      end_date: null,
    });
    expect(await detail(world, listId)).toMatchObject({
      status: 7,
      unknown: 3,
      recheck: { status: 1, processed: 0 },
    });
    await world.drain(async () => (await world.list(formatRecheckId(listId, 1)))?.status === 4);
    expect(await credits(world)).toMatchObject({ reserved: 3, available: 3, consumed: 2 });
    expect(resultText(world, listId)).toBe(before);
    expect(await rows(world, listId)).toEqual(formerRows);
    await expectInvariants(world);

    await world.drain();
    expect(Object.fromEntries(world.engine.attempts)).toEqual({
      'odd1@b.fr': 1,
      'odd2@c.fr': 1,
      'odd3@b.fr': 1,
    });
    expect(await detail(world, listId)).toMatchObject({
      status: 7,
      processed: 6,
      valid: 2,
      invalid: 3,
      risky: 0,
      unknown: 1,
      reasons: { accepted: 2, no_such_mailbox: 2, bad_syntax: 1, policy: 1 },
      credits_charged: 2,
      domains: [
        { name: 'a.fr', valid: 1, invalid: 1, risky: 0, unknown: 0 },
        { name: 'b.fr', valid: 1, invalid: 0, risky: 0, unknown: 1 },
        { name: 'c.fr', valid: 0, invalid: 1, risky: 0, unknown: 0 },
      ],
      providers: [
        { name: 'google', valid: 0, invalid: 1, risky: 0, unknown: 0 },
        { name: 'yahoo', valid: 1, invalid: 0, risky: 0, unknown: 0 },
      ],
      scores: [
        { score: 98, count: 2 },
        { score: 25, count: 1 },
        { score: 1, count: 2 },
        { score: 0, count: 1 },
      ],
      recheck: {
        status: 7,
        total_email: 3,
        valid: 1,
        invalid: 1,
        unknown: 1,
        credits_charged: 2,
        credits_reserved: 0,
      },
    });
    expect(await credits(world)).toMatchObject({ reserved: 0, available: 4, consumed: 4 });
    await expectInvariants(world);

    // Only the rows of the two rechecked addresses have changed.
    const after = resultText(world, formatRecheckId(listId, 1));
    expect(after).toBe(
      before
        .replace('"a ""b""";"unknown";"policy"', '"a ""b""";"deliverable";"accepted"')
        .replace('"again";"unknown";"policy"', '"again";"deliverable";"accepted"')
        .replace('"y";"unknown";"policy"', '"y";"undeliverable";"no_such_mailbox"'),
    );
    expectStoredResultParts(world.blobs.objects, formatRecheckId(listId, 1));
    const found = {
      status: 'deliverable',
      reason: 'accepted',
      provider: 'yahoo',
      reply: '250',
      flags: { ...noFlags, role: true },
      score: 98,
    };
    const expected: object[] = [...formerRows];
    for (const at of [1, 3]) expected[at] = { ...expected[at], ...found };
    expected[4] = { ...expected[4], status: 'undeliverable', reason: 'no_such_mailbox', score: 1 };
    expect(await rows(world, listId)).toEqual(expected);

    // The previous result is deleted once nobody can be reading it.
    expect(Array.from(world.blobs.objects.keys()).filter((key) => key.includes(listId))).toEqual(
      expect.arrayContaining(resultObjects(listId)),
    );
    await world.advanceMinutes(25);
    expect(
      Array.from(world.blobs.objects.keys())
        .filter((key) => key.startsWith(`results/${listId}`))
        .toSorted(),
    ).toEqual(resultObjects(formatRecheckId(listId, 1)));
    expect(world.sent.map(({ subject }) => subject).at(-1)).toBe(
      '“My list” was rechecked: 2 of 3 answered',
    );

    expect((await post(world, listId)).body.data).toMatchObject({ total_email: 1 });
    await world.advanceMinutes(45);
    expect(await detail(world, listId)).toMatchObject({ unknown: 1, recheck: { total_email: 1 } });
    expect(resultText(world, formatRecheckId(listId, 2))).toBe(after);
    await expectInvariants(world);
  });

  it('starts once for concurrent requests, and not at all if no address is unknown', async () => {
    const { world, listId } = await createFinishedList();
    const calls = await Promise.all([post(world, listId), post(world, listId)]);
    expect(calls.map(({ status }) => status)).toEqual([200, 200]);
    expect(calls[0]?.body).toEqual(calls[1]?.body);
    const lists = await world.context.lists.listWithRechecks(world.userId);
    expect(lists.map((each) => each.listId)).toEqual([formatRecheckId(listId, 1), listId]);
    await drainUntilRecheck(world, listId, 1, ({ status }) => status === 4);
    expect((await post(world, listId)).body.data).toMatchObject({ status: 4, credits_reserved: 3 });
    await world.drain();

    const sure = await world.upload('ok1@a.fr\n');
    expect((await post(world, sure)).status).toBe(404);
    await world.drain(async () => (await world.list(sure))?.status === 3);
    expect((await post(world, sure)).body.code).toBe('wrong_state');
    await world.drain();
    expect((await post(world, sure)).body.code).toBe('wrong_state');
    await expectInvariants(world);
    world.context.clock.advance(366 * DAY_MS);
    const late = recheckList(world.context, world.userId, listId, { by: 'web' });
    await expect(late).rejects.toMatchObject({ code: 'expired' });
  });

  it('does not start again for an idempotency key whose recheck has ended', async () => {
    const { world, listId } = await createFinishedList();
    const key = { 'Idempotency-Key': 'once' };
    const [first, again] = [await post(world, listId, key), await post(world, listId, key)];
    expect(again.body).toEqual(first.body);
    await world.drain();
    const ended = (await post(world, listId, key)).body.data;
    expect(ended).toMatchObject({ status: 7 });
    expect(await world.list(formatRecheckId(listId, 2))).toBeUndefined();
    const next = await post(world, listId, { 'Idempotency-Key': 'twice' });
    expect(next.body.data).toMatchObject({ status: 1 });
    await world.drain();
    expect((await post(world, listId, key)).body.data).toEqual(ended);
    expect(await world.list(formatRecheckId(listId, 3))).toBeUndefined();
    await expectInvariants(world);
  });

  it('leaves the list unchanged if it waits too long or fails each time', async () => {
    const { world, listId } = await createFinishedList(3);
    const before = await detail(world, listId);
    await post(world, listId);
    await clawBack(world, 2);
    await world.drain();
    await world.advanceMinutes(31 * 24 * 60, 24 * 60);
    const { recheck, ...list } = await detail(world, listId);
    expect(recheck).toMatchObject({ status: 6, reason: 'paused_too_long', credits_charged: 0 });
    expect(list).toEqual(before);
    expect(world.sent.at(-1)?.subject).toBe('The recheck of “My list” was canceled');

    // Delete the work objects of the recheck, so that each finalize run fails.
    await world.grant(5);
    await recheckList(world.context, world.userId, listId, { by: 'web' });
    await drainUntilRecheck(world, listId, 2, ({ open, status }) => status === 4 && open === 0);
    expect(await credits(world)).toMatchObject({ reserved: 3, available: 3 });
    await world.blobs.deleteAll(`work/${formatRecheckId(listId, 2)}/`);
    await world.advanceMinutes(26 * 60, 60);
    const { recheck: second, ...unchanged } = await detail(world, listId);
    expect(second).toMatchObject({ status: 6, reason: 'processing_failed', credits_charged: 0 });
    expect(unchanged).toEqual(before);
    expect(await credits(world)).toMatchObject({ reserved: 0, available: 6 });
    await expectInvariants(world);
  });

  it('has an id that API calls cannot access', async () => {
    const { world, listId } = await createFinishedList();
    await post(world, listId);
    const { context, headers } = world;
    const id = formatRecheckId(listId, 1);
    for (const name of ['getFile', 'listRows', 'deleteFile', 'recheckFile'] as const)
      expect((await callHandler(context, routes[name], { headers, params: { id } })).status).toBe(
        422,
      );
    const body = { file_id: id, type: 'all' };
    expect((await callHandler(context, routes.download, { headers, body })).status).toBe(422);
  });

  it('reads addresses from the specified column', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(9);
    const listId = await world.upload('name;email\nodd1@x.fr;odd2@b.fr\nA;ok1@b.fr\n', {
      column: 2,
    });
    await world.drain();
    stubAnswers(world);
    await post(world, listId);
    await world.drain();
    expect(resultText(world, formatRecheckId(listId, 1))).toContain(
      '"odd1@x.fr";"odd2@b.fr";"undeliverable";"no_such_mailbox";""',
    );
    expect(await rows(world, listId)).toMatchObject([
      { email: 'odd2@b.fr', status: 'undeliverable' },
      { email: 'ok1@b.fr', status: 'deliverable' },
    ]);
  });

  it('is reported under the current name of its list', async () => {
    const { world, listId } = await createFinishedList();
    await post(world, listId);
    await world.context.lists.rename(world.userId, listId, 'Renamed');
    await world.drain();
    expect(world.sent.at(-1)?.subject).toBe('“Renamed” was rechecked: 0 of 3 answered');
    expect(await credits(world)).toMatchObject({ reserved: 0, available: 6, consumed: 2 });
  });
});
