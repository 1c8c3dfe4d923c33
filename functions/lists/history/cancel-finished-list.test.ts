import { describe, expect, it } from 'vitest';
import { callHandler } from '../../../tests/support/call.ts';
import { crashAtSomeCalls } from '../../../tests/support/crash-at-each-call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { createInterleaver } from '../../../tests/support/interleaver.ts';
import { expectInvariants } from '../../../tests/support/invariants.ts';
import {
  type PipelineHarness,
  createPipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { routes } from '../../../tests/support/routes.ts';
import { recordAdjustment } from '../../billing/record-adjustment.ts';
import { createGrantEntry } from '../../credits/rules/ledger.ts';
import { downloadResult } from '../result/download-result.ts';

const table = await startFileTable();

const ADDRESSES = 500;
const DOMAINS = 60;
const DAY_MINUTES = 24 * 60;
/** Of 500 addresses at 60 domains, `existing` exist, and one more is unknown. */
const fileOf = (existing: number) =>
  [
    'id;email',
    ...Array.from({ length: ADDRESSES }, (_, at) =>
      at === 3
        ? '3; <bad3@d3.test>'
        : `${at};${at >= ADDRESSES - existing ? 'ok' : 'bad'}${at}@d${at % DOMAINS}.test`,
    ),
    '500;odd@d0.test',
  ].join('\n');

async function createFinishedList({ existing = 0, credits = 2000 } = {}) {
  const world = await createPipelineHarness(table, { paid: true });
  await world.grant(credits);
  return { world, listId: await finishList(world, existing) };
}

async function finishList(world: PipelineHarness, existing = 0): Promise<string> {
  const listId = await world.upload(fileOf(existing), { column: 2 });
  await world.drain();
  return listId;
}

/** Uses an API key, because a session would expire. */
const keyOf = ({ owner }: PipelineHarness) => ({ 'x-api-key': owner.apiKey ?? '' });
const call = (world: PipelineHarness, name: keyof typeof routes, id: string, body?: object) =>
  callHandler(world.context, routes[name], {
    headers: keyOf(world),
    ...(name === 'download' ? { body: { file_id: id, type: 'all' } } : { params: { id }, body }),
  });
const cancel = (world: PipelineHarness, id: string, headers: object = keyOf(world)) =>
  callHandler(world.context, routes.deleteFile, {
    headers: { ...headers },
    params: { id },
    query: { refund: 'true' },
  });
const detail = async (world: PipelineHarness, id: string) =>
  (await call(world, 'getFile', id)).body.data;
const available = async ({ context, userId }: PipelineHarness) =>
  (await context.ledger.balance(userId)).available;
async function storedResults({ blobs, userId }: PipelineHarness, listId: string) {
  const found = [`results/${listId}`, `selections/${userId}/${listId}`].map(blobs.list);
  return (await Promise.all(found)).flat();
}
const codeOf = ({ status, body }: Awaited<ReturnType<typeof cancel>>) => body.code ?? status;

/** Lets the reconciler delete the objects, and expects that the credits came back exactly once. */
async function expectCanceled(world: PipelineHarness, listId: string, before = 2000) {
  await world.advanceMinutes(25, 5);
  expect(await available(world)).toBe(before);
  expect(await storedResults(world, listId)).toEqual([]);
  expect(await detail(world, listId)).toMatchObject({ status: 7, credits_returned: 500 });
  await expectInvariants(world);
}

describe('the warning', () => {
  it('is on the page for 48 hours, and in the email with ten rows as read', async () => {
    const { world, listId } = await createFinishedList();
    const found = await world.list(listId);
    const until = Date.parse(found?.endDate ?? '') + 48 * 3600 * 1000;
    const warning = { cancel_until: new Date(until).toISOString() };
    expect(await detail(world, listId)).toMatchObject(warning);
    const [mail] = world.sent;
    expect(mail?.subject).toMatch(/almost none of its addresses exist/);
    for (const line of ['Row 1, “bad0@d0.test”: bad0@d0.test', 'Row 4, “<bad3@d3.test>”: bad3@d3'])
      expect(mail?.text).toContain(line);
    expect(mail?.text.match(/^ *Row /gm)).toHaveLength(10);
    expect(mail?.text).toMatch(/within 48 hours/);
    world.context.clock.advance(until - world.context.clock.now() - 1);
    expect(await detail(world, listId)).toMatchObject(warning);
    world.context.clock.advance(1);
    expect(await detail(world, listId)).not.toHaveProperty('cancel_until');
  });

  it('is missing if too many addresses exist, and then nothing can be canceled', async () => {
    const { world, listId } = await createFinishedList({ existing: 26 });
    expect(await detail(world, listId)).not.toHaveProperty('cancel_until');
    expect(world.sent[0]?.text).not.toMatch(/Row |48 hours/);
    expect(codeOf(await cancel(world, listId))).toBe('wrong_state');
    expect(await available(world)).toBe(1500);
  });

  it('survives a failure after the list has finished', async () => {
    const { world, listId } = await createFinishedList({ credits: 0 });
    world.sent.length = 0;
    world.faults.failWhen((name) => (name === 'mailQueue.send' ? 'before' : undefined));
    await world.grant(600);
    await world.drain();
    world.faults.failWhen(undefined);
    await world.advanceMinutes(30);
    expect(await world.list(listId)).toMatchObject({ status: 7, reason: null, mailDue: null });
    expect(world.sent.filter(({ text }) => text.includes('Row 1,'))).toHaveLength(1);
  });
});

describe('the cancellation', () => {
  it('returns the credits once, deletes the verdicts, and keeps the list', async () => {
    const { world, listId } = await createFinishedList();
    expect(await available(world)).toBe(1500);
    expect(codeOf(await cancel(world, listId, world.headers))).toBe(200);
    expect(await detail(world, listId)).toMatchObject({ id: listId, credits_returned: 500 });
    expect(await detail(world, listId)).not.toHaveProperty('cancel_until');
    for (const name of ['download', 'listRows', 'recheckFile'] as const)
      expect(codeOf(await call(world, name, listId))).toBe('expired');
    expect(codeOf(await cancel(world, listId))).toBe(200);
    await expectCanceled(world, listId);
    expect((await call(world, 'listFiles', listId)).body.data).toMatchObject({
      data: [{ id: listId, status: 7 }],
    });
  });

  it('happens once if it crashes at any call', async () => {
    await crashAtSomeCalls(async (crash) => {
      const { world, listId } = await createFinishedList();
      await crash(world.faults, () => cancel(world, listId));
      const isDone = (await world.list(listId))?.creditsReturned !== undefined;
      expect(await available(world)).toBe(isDone ? 2000 : 1500);
      expect(codeOf(await cancel(world, listId))).toBe(200);
      await expectCanceled(world, listId);
    });
  });

  it.each([1, 2, 3, 4, 5])('happens once in two tabs and beside a download (%i)', async (seed) => {
    const { world, listId } = await createFinishedList();
    const interleaver = createInterleaver(randomFrom(seed));
    const { get, transact, update } = world.context.db;
    Object.assign(world.context.db, {
      get: interleaver.wrap(get),
      transact: interleaver.wrap(transact),
      update: interleaver.wrap(update),
    });
    const codes: unknown[] = [];
    const downloads: unknown[] = [];
    const tab = async () => codes.push(codeOf(await cancel(world, listId)));
    await interleaver.run([
      tab,
      tab,
      async () => {
        const request = { file_id: listId, type: 'all', format: 'xlsx' } as const;
        const download = downloadResult(world.context, world.userId, request, 'en');
        downloads.push(
          await download.then(
            ({ kind }) => kind,
            ({ code }) => code,
          ),
        );
      },
    ]);
    Object.assign(world.context.db, { get, transact, update });
    expect(codes).toEqual([200, 200]);
    expect(['link', 'expired']).toContain(downloads[0]);
    await expectCanceled(world, listId);
  });

  it('is refused while a recheck runs, and possible after it has ended', async () => {
    const { world, listId } = await createFinishedList();
    expect(codeOf(await call(world, 'recheckFile', listId))).toBe(200);
    expect(codeOf(await cancel(world, listId))).toBe('being_updated');
    await world.drain();
    expect(codeOf(await cancel(world, listId))).toBe(200);
    await expectCanceled(world, listId);
  });

  it('ends the watch of the list', async () => {
    const { world, listId } = await createFinishedList();
    await call(world, 'watchList', listId, { every: 'week', max_credits: 600 });
    expect(codeOf(await cancel(world, listId))).toBe(200);
    await world.advanceMinutes(8 * DAY_MINUTES, DAY_MINUTES);
    expect((await world.list(listId))?.rechecks).toBeUndefined();
    await expectCanceled(world, listId);
  });

  it('is refused after 48 hours', async () => {
    const { world, listId } = await createFinishedList();
    world.context.clock.advance(48 * 3600 * 1000);
    expect(codeOf(await cancel(world, listId))).toBe('wrong_state');
    expect(await available(world)).toBe(1500);
  });

  it('is possible once in 30 days; another list only shows the warning', async () => {
    const { world, listId } = await createFinishedList({ credits: 3000 });
    await cancel(world, listId);
    world.sent.length = 0;
    const second = await finishList(world);
    expect(await detail(world, second)).toMatchObject({ cancel_until: null });
    expect(world.sent[0]?.text).toMatch(/Row 1,/);
    expect(world.sent[0]?.text).not.toMatch(/48 hours/);
    const { status, headers, body } = await cancel(world, second);
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers['Retry-After'])).toBeGreaterThan(29 * 86_400);
    await world.advanceMinutes(30 * DAY_MINUTES, 10 * DAY_MINUTES);
    const third = await finishList(world);
    expect(codeOf(await cancel(world, third))).toBe(200);
    expect(await available(world)).toBe(2500);
  });

  it.each([
    ['not_found', 'another-list'],
    ['not_found', 'sample'],
  ])('answers %s for %s', async (code, id) => {
    const world = await createPipelineHarness(table, { paid: true });
    expect(codeOf(await cancel(world, id))).toBe(code);
  });

  it('returns no credit that was already replaced', async () => {
    const { world, listId } = await createFinishedList();
    const { context, userId } = world;
    await recordAdjustment(
      context,
      { id: 'a', userId, kind: 'replacement', credits: 20, by: 'bounces', reason: 'r', listId },
      {
        check: () => Promise.resolve(),
        write: (writes) =>
          context.ledger.transact(userId, [createGrantEntry('replacement:a', 20, 'r')], writes),
      },
    );
    await cancel(world, listId);
    expect(await detail(world, listId)).toMatchObject({ credits_returned: 480 });
    expect(await available(world)).toBe(2000);
  });

  it('repays the debt of credits that were refunded after they were spent', async () => {
    const { world, listId } = await createFinishedList();
    const { ledger } = world.context;
    await ledger.clawBack(world.userId, { id: 'ch_1', amount: 1700, why: 'refund' });
    expect(await ledger.balance(world.userId)).toMatchObject({ available: 0, debt: 200 });
    await cancel(world, listId);
    expect(await ledger.balance(world.userId)).toMatchObject({ available: 300, debt: 0 });
    await expectInvariants(world);
  });
});
