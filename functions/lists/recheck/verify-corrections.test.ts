import { describe, expect, it } from 'vitest';
import { callHandler } from '../../../tests/support/call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { createFakeVerdict } from '../../../tests/support/fake-engine.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { expectStoredResultParts } from '../../../tests/support/result-files.ts';
import { routes } from '../../../tests/support/routes.ts';
import type { RowFilter } from '../../../shared/contract/list-rows.ts';
import { describeList } from '../history/describe-list.ts';
import { downloadResult } from '../result/download-result.ts';
import { readResultRows } from '../result/list-rows.ts';
import { formatRecheckId } from '../rules/recheck-id.ts';
import { startWatch } from '../watch/watch-list.ts';

const table = await startFileTable();

/**
 * Four misspelled addresses, one of them repeated. The correction of `typo-typo-bad1@a.fr` is also
 * a row of the list, so its verdict is known.
 */
const LIST = [
  'email;corrected',
  'ok1@a.fr;Zoé',
  'typo-ok2@b.fr;"a ""b"""',
  '',
  'typo-bad1@a.fr;=x',
  'TYPO-ok2@b.fr;again',
  'typo-typo-bad1@a.fr;other',
  'typo-odd1@a.fr;unsure',
  'odd2@c.fr;y',
  'nobody;z',
].join('\n');
const ANSWERED = { valid: 1, invalid: 2, risky: 0, unknown: 1 };

async function createFinishedList(availableCredits = 20) {
  const world = await createPipelineHarness(table);
  await world.grant(5 + availableCredits);
  const listId = await world.upload(LIST);
  await world.drain();
  world.engine.attempts.clear();
  world.sent.length = 0;
  expect(await credits(world)).toMatchObject({ available: availableCredits, consumed: 5 });
  return { world, listId };
}

const request = (
  { context, headers }: PipelineHarness,
  id: string,
  name: keyof typeof routes,
  key: object = {},
) => callHandler(context, routes[name], { headers: { ...headers, ...key }, params: { id } });
const post = (world: PipelineHarness, id: string) => request(world, id, 'verifyCorrections');
const detail = ({ context, userId }: PipelineHarness, id: string) =>
  describeList(context, userId, id, 'en');
const credits = ({ context, userId }: PipelineHarness) => context.ledger.balance(userId);
async function corrections({ context, userId }: PipelineHarness, id: string) {
  const { rows } = await readResultRows(context, userId, id, {});
  return rows.map(({ corrected, corrected_status }) =>
    corrected === undefined ? undefined : `${corrected} ${corrected_status}`,
  );
}
async function download({ context, userId }: PipelineHarness, id: string, filter: RowFilter = {}) {
  const body = { file_id: id, type: 'all', duplicates: false, ...filter } as const;
  const file = await downloadResult(context, userId, body, 'en');
  return file.kind === 'file' ? Buffer.from(file.bytes).toString() : file.url;
}
const resultText = ({ blobs }: PipelineHarness, id: string) => blobs.text(`results/${id}/all.csv`);

const VERIFIED = [
  undefined,
  'ok2@b.fr deliverable',
  'bad1@a.fr undeliverable',
  'ok2@b.fr deliverable',
  'typo-bad1@a.fr undeliverable',
  'odd1@a.fr unknown',
  undefined,
  undefined,
];

describe('the check of corrections', () => {
  it('verifies each correction once and adds it to rows and downloads as the last columns', async () => {
    const { world, listId } = await createFinishedList();
    const before = resultText(world, listId);
    const { recheck: _, ...formerDetail } = await detail(world, listId);
    expect(formerDetail).toMatchObject({ total_email: 7, suggested: 4, corrected: 0 });
    const started = await post(world, listId);
    expect(started.body.data).toMatchObject({ corrections: true, status: 1, total_email: 4 });
    await world.drain();
    const counts = { ...ANSWERED, total_email: 4, credits_charged: 2 };
    const { recheck, ...after } = await detail(world, listId);
    expect(recheck).toMatchObject({ ...counts, corrections: true, state: 'finished' });
    const { expires_at: _expiry, ...same } = formerDetail;
    expect(after).toMatchObject({ ...same, corrected: 4 });
    expect(await credits(world)).toMatchObject({ reserved: 0, available: 18, consumed: 7 });
    expect(await corrections(world, listId)).toEqual(VERIFIED);

    const stored = resultText(world, formatRecheckId(listId, 1));
    const cells = [
      '"corrected_2";"corrected_status"',
      '"";""',
      '"ok2@b.fr";"deliverable"',
      undefined,
      '"bad1@a.fr";"undeliverable"',
      '"ok2@b.fr";"deliverable"',
      '"typo-bad1@a.fr";"undeliverable"',
      '"odd1@a.fr";"unknown"',
      '"";""',
      '"";""',
    ];
    const lines = before.split('\r\n').slice(0, -1);
    expect(stored).toBe(
      lines.map((line, at) => `${[line, cells[at]].filter(Boolean).join(';')}\r\n`).join(''),
    );
    expectStoredResultParts(world.blobs.objects, formatRecheckId(listId, 1));
    const selection = (await download(world, listId, { only: 'suggested' })).split('\r\n');
    expect(selection.map((line) => line.split(';').slice(-2).join(';'))).toEqual([
      cells[0],
      cells[2],
      cells[4],
      cells[6],
      cells[7],
      '',
    ]);
    expect(world.sent.map(({ subject }) => subject)).toEqual([
      'Corrections in “My list” were verified: 1 of 4 valid',
    ]);
    await expectInvariants(world);
  });

  it('applies the known verdict of an address in the list to a correction for free', async () => {
    const world = await createPipelineHarness(table);
    const { engine } = world;
    await world.grant(10);
    const listId = await world.upload(
      'bad1@A.fr\ntypo-Bad1@a.fr\ntypo-odd1@a.fr\nodd1@a.fr\ntypo1@a.fr\n',
    );
    await world.drain();
    const verify = async () => {
      engine.attempts.clear();
      const { available } = await credits(world);
      await post(world, listId);
      await world.drain();
      const charged = available - (await credits(world)).available;
      return { asked: Array.from(engine.attempts.keys()).toSorted(), charged };
    };
    expect(await verify()).toEqual({ asked: ['a@gmail.com', 'odd1@a.fr'], charged: 1 });
    expect((await detail(world, listId)).recheck).toMatchObject({
      total_email: 3,
      processed: 3,
      valid: 1,
      invalid: 1,
      unknown: 1,
      credits_charged: 1,
    });
    expect((await corrections(world, listId)).filter(Boolean)).toEqual([
      'Bad1@a.fr undeliverable',
      'odd1@a.fr unknown',
      'a@gmail.com deliverable',
    ]);
    expect(world.sent.at(-1)?.subject).toBe('Corrections in “My list” were verified: 1 of 3 valid');

    // A recheck suggests a correction that was already verified for another row.
    engine.verify = async function* ([email = '']) {
      const suggestion = 'a@gmail.com';
      const verdict = createFakeVerdict(email, 'undeliverable', 'no_such_domain', { suggestion });
      yield { index: 0, verdict };
    };
    await request(world, listId, 'recheckFile');
    await world.drain();
    expect(await verify()).toEqual({ asked: [], charged: 0 });
    expect((await corrections(world, listId)).slice(3)).toEqual([
      'a@gmail.com deliverable',
      'a@gmail.com deliverable',
    ]);
    await expectInvariants(world);
  });

  it('starts once, returns the same recheck later, and charges nothing again', async () => {
    const { world, listId } = await createFinishedList();
    const calls = await Promise.all([post(world, listId), post(world, listId)]);
    expect(calls[1]?.body).toEqual(calls[0]?.body);
    const other = await request(world, listId, 'recheckFile');
    expect(other.body.code).toBe('being_updated');
    expect(other.headers['Retry-After']).toBe('60');
    await world.drain();
    const balance = await credits(world);
    const again = await post(world, listId);
    expect(again.body.data).toMatchObject({ ...ANSWERED, status: 7, credits_charged: 2 });
    await world.drain();
    expect(await world.list(formatRecheckId(listId, 2))).toBeUndefined();
    expect(await credits(world)).toEqual(balance);
    expect(world.sent).toHaveLength(1);

    const correct = await world.upload('ok1@a.fr\n');
    await world.drain();
    expect((await post(world, correct)).body.code).toBe('wrong_state');
    await expectInvariants(world);
  });

  it('has other idempotency keys than rechecks of the unknown addresses', async () => {
    const { world, listId } = await createFinishedList();
    const key = { 'Idempotency-Key': 'order 7' };
    for (const name of ['recheckFile', 'verifyCorrections', 'recheckFile'] as const) {
      const { status, body } = await request(world, listId, name, key);
      expect([status, body.code]).toEqual([200, undefined]);
      await world.drain();
    }
    expect(await corrections(world, listId)).toEqual(VERIFIED);
    expect(await world.list(formatRecheckId(listId, 3))).toBeUndefined();
  });

  it('keeps the verified corrections through rechecks and checks of a watch', async () => {
    const { world, listId } = await createFinishedList();
    const { context, userId } = world;
    await post(world, listId);
    await world.drain();
    expect((await request(world, listId, 'recheckFile')).status).toBe(200);
    await world.drain();
    expect(await corrections(world, listId)).toEqual(VERIFIED);
    expect(await detail(world, listId)).toMatchObject({ suggested: 4, corrected: 4 });
    await startWatch(context, userId, listId, { every: 'quarter', maxCredits: 100 });
    await world.advanceMinutes(200 * 24 * 60, 24 * 60);
    const { checks = [], ...list } = await detail(world, listId);
    expect(list).toMatchObject({ suggested: 4, corrected: 4 });
    expect(checks.length).toBeGreaterThan(1);
    expect(await corrections(world, listId)).toEqual(VERIFIED);
    await expectInvariants(world);
  });
});
