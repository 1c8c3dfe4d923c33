import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowFilter, RowsPageQuery } from '../../../shared/contract/list-rows.ts';
import { statusForReason } from '../../../shared/model/verdict.ts';
import { startTable, type TestTable } from '../../../tests/support/dynamo.ts';
import {
  RESULT_ROWS,
  type StoredResultRow,
  readAllPages,
  countByScoreBand,
  createStoredResult,
} from '../../../tests/support/listed-result.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { computeScore } from '../../checks/rules/score.ts';
import { describeList } from '../history/describe-list.ts';
import { downloadResult } from './download-result.ts';
import { readResultRows } from './list-rows.ts';
import { resultKey } from '../rules/blob-keys.ts';
import { suggestRepair } from '../../../packages/verifier/src/address/suggest-repair.ts';
import { noFlags } from '../../../shared/contract/examples/list-states.ts';

const BAD_CURSOR = {
  code: 'validation',
  extras: { fields: { cursor: ['field.invalid'] } },
};
const BAD_OFFSET = {
  code: 'validation',
  extras: { fields: { offset: ['field.invalid'] } },
};

describe('the rows of a finished list', () => {
  let page: Awaited<ReturnType<typeof createStoredResult>>['page'];
  let read: number[];
  beforeAll(async () => {
    ({ page, read } = await createStoredResult(RESULT_ROWS));
  });

  const numbered = RESULT_ROWS.map(({ cells, reason }, at) => ({ cells, reason, row: at + 1 }));
  const domainIs = (domain: string) => (cell: string) =>
    cell.toLowerCase().replace(/>$/, '').endsWith(`@${domain}`);
  const filters: [RowFilter, (row: StoredResultRow) => boolean][] = [
    [{}, () => true],
    [
      { status: 'risky' },
      ({ reason }) => reason !== undefined && statusForReason(reason) === 'risky',
    ],
    [{ reason: 'policy' }, ({ reason }) => reason === 'policy'],
    [{ status: 'risky', reason: 'policy' }, () => false],
    [{ domain: 'Gmail.com.test' }, ({ cells }) => domainIs('gmail.com.test')(cells[0] ?? '')],
    [{ domain: 'société.fr.test' }, ({ cells }) => domainIs('société.fr.test')(cells[0] ?? '')],
    [{ domain: 'xn--socit-esab.fr.test' }, ({ cells }) => /société/.test(cells[0] ?? '')],
    [{ domain: 'fr.test' }, () => false],
    [{ q: ' needle ' }, ({ cells }) => cells.some((cell) => /needle/i.test(cell))],
    [{ min_score: 68 }, ({ reason }) => reason !== undefined && computeScore(reason, 0) >= 68],
    [
      { min_score: 30, status: 'unknown' },
      ({ reason }) =>
        reason !== undefined &&
        statusForReason(reason) === 'unknown' &&
        computeScore(reason, 0) >= 30,
    ],
    [
      { only: 'lasting', status: 'risky' },
      ({ reason }) =>
        reason !== undefined && reason !== 'disposable' && statusForReason(reason) === 'risky',
    ],
    [
      { only: 'lasting', min_score: 70 },
      ({ reason }) =>
        reason !== undefined && reason !== 'disposable' && computeScore(reason, 0) >= 70,
    ],
    [{ q: '"' }, ({ cells }) => cells.some((cell) => cell.includes('"'))],
    [{ q: 'accepted' }, () => false],
    [
      { q: 'NEEDLE', status: 'unknown', domain: 'a.fr.test' },
      ({ cells, reason }) =>
        reason !== undefined &&
        statusForReason(reason) === 'unknown' &&
        domainIs('a.fr.test')(cells[0] ?? '') &&
        cells.some((cell) => /needle/i.test(cell)),
    ],
  ];
  it.each(filters)('match those of the file for the filter %j', async (filter, matches) => {
    const { pages, rows } = await readAllPages(page, filter);
    // An address with bad syntax has no domain.
    const expected = numbered.filter(
      (row) => row.reason && matches(row) && !(filter.domain && row.reason === 'bad_syntax'),
    );
    expect(rows.map(({ row }) => row)).toEqual(expected.map(({ row }) => row));
    expect(rows.map(({ email }) => email)).toEqual(expected.map(({ cells }) => cells[0]));
    expect(rows.map(({ reason }) => reason)).toEqual(expected.map(({ reason }) => reason));
    for (const { rows: some, total } of pages) {
      expect(some.length).toBeLessThanOrEqual(100);
      const isCounted = !filter.domain && !filter.q && !filter.min_score;
      expect(total).toBe(isCounted ? expected.length : null);
    }
  });

  it('contain the facts stored about an address', async () => {
    const [accepted] = (await page({ reason: 'accepted' })).rows;
    expect(accepted).toMatchObject({ status: 'deliverable', provider: 'google' });
    expect(accepted?.flags).toEqual({ ...noFlags, free: true });
    const [refused] = (await page({ reason: 'policy' })).rows;
    expect(refused?.reply).toMatch(/^550 5\.7\.1 refused \d$/);
  });

  it('need few reads: one block for a page, and for a rare reason only blocks that contain it', async () => {
    read.length = 0;
    await page();
    expect(read.reduce((sum, each) => sum + each)).toBeLessThan(100_000);
    expect(read.length).toBeLessThan(6);
  });

  it.each([{}, { status: 'risky' }, { reason: 'policy' }] as const)(
    'can be read from any offset with the filter %j',
    async (filter) => {
      const { rows } = await readAllPages(page, filter);
      for (const offset of [0, 1, 99, 100, 101, 333, rows.length - 1, rows.length, 5_000_000]) {
        const from = await page({ ...filter, offset });
        expect(from.rows).toEqual(rows.slice(offset, offset + 100));
        expect(from.total).toBe(rows.length);
        const more = from.next && (await page({ ...filter, cursor: from.next })).rows;
        expect(more ?? []).toEqual(rows.slice(offset + 100, offset + 200));
      }
    },
  );

  it('need no more reads at the end than at the start', async () => {
    read.length = 0;
    await page({ offset: 9200 });
    expect(read.reduce((sum, each) => sum + each)).toBeLessThan(100_000);
    expect(read.length).toBeLessThan(6);
  });

  it.each([{ domain: 'a.fr.test' }, { q: 'needle' }, { min_score: 70 }, { cursor: 'any' }])(
    'cannot be read from an offset with %j',
    async (query) => {
      await expect(page({ ...query, offset: 0 })).rejects.toMatchObject(BAD_OFFSET);
    },
  );

  it.each([
    ['a malformed cursor', 'nonsense'],
    ['a cursor with an invalid row', Buffer.from('AAAAAAAAAAAA17').toString('base64url')],
  ])('are not returned for %s', async (_, cursor) => {
    await expect(page({ cursor })).rejects.toMatchObject(BAD_CURSOR);
  });

  it('are not returned for a cursor of a different filter', async () => {
    const { next } = await page({ status: 'deliverable' });
    const cursor = next ?? '';
    expect((await page({ status: 'deliverable', cursor })).rows).toHaveLength(100);
    await expect(page({ cursor })).rejects.toMatchObject(BAD_CURSOR);
    const least = await page({ status: 'deliverable', min_score: 70 });
    await expect(
      page({ status: 'deliverable', min_score: 80, cursor: least.next ?? '' }),
    ).rejects.toMatchObject(BAD_CURSOR);
  });

  it('contain the cells of the file on request, cut to the maximum length', async () => {
    const withoutCells = await page();
    expect(withoutCells.header).toEqual(['column_2']);
    expect(withoutCells.rows[0]).not.toHaveProperty('cells');
    expect(await page({ offset: 100 })).not.toHaveProperty('header');
    const { rows } = await page({ with: 'cells' });
    expect(rows).toEqual(
      withoutCells.rows.map((row) =>
        Object.assign(row, { cells: [RESULT_ROWS[(row.row ?? 0) - 1]?.cells[1]?.slice(0, 300)] }),
      ),
    );
    expect(rows.some(({ cells }) => cells?.[0]?.length === 300)).toBe(true);
  });
});

describe('in the pipeline', () => {
  let table: TestTable;
  let world: PipelineHarness;
  beforeAll(async () => {
    table = await startTable();
  });
  afterAll(() => table.stop());

  const rows = (listId: string, query: RowFilter & RowsPageQuery = {}) =>
    readResultRows(world.context, world.userId, listId, query);

  it('returns rows while the list is running, and afterwards in file order', async () => {
    world = await createPipelineHarness(table);
    await world.grant(1000);
    const content = Array.from(
      { length: 350 },
      (_, at) => `${at % 3 === 0 ? 'bad' : 'ok'}${at}@d${at % 7}.fr;x\n`,
    );
    const named = ['a', 'b', 'c', 'd', 'e'].map((name) => `any.${name}a@any.fr\n`);
    content.push(...named, 'any9@any.fr\n');
    const listId = await world.upload(`grey@a.fr\n${content.join('')}no address\n`);
    expect(await rows(listId).catch((error: unknown) => error)).toMatchObject({
      code: 'not_found',
    });
    await world.drain();
    expect(await world.list(listId)).toMatchObject({ status: 4, processed: 357 });

    const running = await readAllPages((query) => rows(listId, query));
    expect(running.rows).toHaveLength(356);
    expect(running.pages.map(({ rows: some }) => some.length)).toEqual([100, 100, 100, 56]);
    const bad = running.rows.find(({ email }) => email === 'bad3@d3.fr');
    expect(bad).toEqual({
      row: null,
      email: 'bad3@d3.fr',
      address: 'bad3@d3.fr',
      status: 'undeliverable',
      reason: 'no_such_mailbox',
      flags: noFlags,
      score: 1,
      as_of: expect.any(String),
      provider: 'google',
      reply: '550 5.1.1 <bad3@d3.fr>: no such user',
    });
    const some = await readAllPages((query) => rows(listId, query), { domain: 'D3.fr', q: 'BAD' });
    const sure = await readAllPages((query) => rows(listId, query), { min_score: 90 });
    expect(sure.rows).toEqual(running.rows.filter(({ score }) => score >= 90));
    expect(some.rows).toHaveLength(17);
    const cursor = running.pages[0]?.next ?? '';
    await expect(rows(listId, { offset: 0 })).rejects.toMatchObject(BAD_OFFSET);

    await world.advanceMinutes(40);
    expect(await world.list(listId)).toMatchObject({ status: 7 });
    const { shares } = (await world.list(listId)) ?? {};
    expect(shares?.domains).toHaveLength(9);
    expect(shares?.domains[0]).toEqual({
      name: 'd0.fr',
      valid: 33,
      invalid: 17,
      risky: 0,
      unknown: 0,
    });
    expect(shares?.domains.at(-1)).toMatchObject({ name: 'a.fr', valid: 1 });
    expect(shares?.providers).toEqual([
      { name: 'google', valid: 0, invalid: 117, risky: 0, unknown: 0 },
    ]);
    await expect(rows(listId, { cursor })).rejects.toMatchObject(BAD_CURSOR);
    const done = await readAllPages((query) => rows(listId, query));
    expect(done.rows).toHaveLength(358);
    // The list's existence rate is 67%. A score is higher if the local part follows the pattern of
    // the other addresses at its domain, and lower if it does not.
    const catchAllRows = done.rows.filter(({ reason }) => reason === 'catch_all');
    expect(catchAllRows.map(({ score }) => score)).toEqual([72, 72, 72, 72, 72, 41]);
    const { scores } = await describeList(world.context, world.userId, listId, 'en');
    expect(countByScoreBand(scores)).toEqual(countByScoreBand(done.rows));
    expect(scores).toContainEqual({ score: 41, count: 1 });
    const likely = await readAllPages((query) => rows(listId, query), { min_score: 42 });
    expect(likely.rows).toEqual(done.rows.filter(({ score }) => score >= 42));
    expect(likely.rows.filter(({ reason }) => reason === 'catch_all')).toHaveLength(5);
    const request = { file_id: listId, type: 'all', min_score: 42 } as const;
    const file = await downloadResult(world.context, world.userId, request, 'en');
    const text = file.kind === 'file' ? Buffer.from(file.bytes).toString() : '';
    expect(text.split('\r\n')).toHaveLength(likely.rows.length + 2);
    expect(done.rows.at(0)).toMatchObject({ row: 1, email: 'grey@a.fr', status: 'deliverable' });
    expect(done.rows.at(4)).toEqual({ ...bad, row: 5 });
    expect(done.rows.at(-1)).toMatchObject({ row: 358, reason: 'bad_syntax' });
    const same = await readAllPages((query) => rows(listId, query), { domain: 'd3.fr', q: 'bad' });
    const emailsAndReplies = (page: typeof some) =>
      page.rows.map(({ email, reply }) => [email, reply]).toSorted();
    expect(emailsAndReplies(same)).toEqual(emailsAndReplies(some));
  });

  it('finds and counts rows with a suggestion or a role address, even while the list is running', async () => {
    world = await createPipelineHarness(table);
    await world.grant(1000);
    const verify = world.engine.verify.bind(world.engine);
    world.engine.verify = async function* (addresses, options) {
      for await (const { index, verdict } of verify(addresses, options)) {
        const role = verdict.email.startsWith('ok.role');
        yield { index, verdict: { ...verdict, flags: { ...verdict.flags, role } } };
      }
    };
    const listId = await world.upload(
      'grey@a.fr\nok@a.fr\ntypo1@gmial.com\nok.role@a.fr\nTypo1@gmial.com\n<typo2@gmial.com>\njane@@gmail.com\n',
    );
    await world.drain();
    const found = async (only: 'suggested' | 'role') =>
      (await readAllPages((query) => rows(listId, query), { only })).rows
        .map(({ address, email, suggestion }) => [address || email, suggestion])
        .toSorted();
    const typos = ['typo1@gmial.com', 'typo2@gmial.com'].map((email) => [email, 'a@gmail.com']);
    expect(await world.list(listId)).toMatchObject({ status: 4 });
    expect(await found('suggested')).toEqual(typos);
    expect(await found('role')).toEqual([['ok.role@a.fr', undefined]]);
    const counted = async () =>
      (await describeList(world.context, world.userId, listId, 'en')).suggested;
    expect(await counted()).toBe(0);
    await world.advanceMinutes(40);
    expect(await world.list(listId)).toMatchObject({ status: 7, duplicates: 1 });
    const repaired = suggestRepair('jane@@gmail.com');
    const malformed = repaired === undefined ? [] : [['jane@@gmail.com', repaired]];
    expect(await found('suggested')).toEqual([
      ['Typo1@gmial.com', 'a@gmail.com'],
      ...malformed,
      ...typos,
    ]);
    expect(await found('role')).toEqual([['ok.role@a.fr', undefined]]);
    expect(await counted()).toBe(2 + malformed.length);
  });

  it("rejects requests for a canceled list, an expired list and another user's list", async () => {
    world = await createPipelineHarness(table);
    await world.grant(1000);
    const canceledId = await world.upload('no address\n');
    const listId = await world.upload('ok@a.fr\n');
    await world.drain();
    await expect(rows(canceledId)).rejects.toMatchObject({ code: 'wrong_state' });
    await expect(readResultRows(world.context, 'other', listId, {})).rejects.toMatchObject({
      code: 'not_found',
    });
    await world.blobs.delete(resultKey(listId, 'rows'));
    await expect(rows(listId)).rejects.toMatchObject({ code: 'expired' });
    world.context.clock.advance(366 * 24 * 3_600_000);
    await expect(rows(listId)).rejects.toMatchObject({ code: 'expired' });
  });
});
