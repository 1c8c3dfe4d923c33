import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { INCLUDES, type RowsPage, SEGMENTS } from '../../../shared/contract/list-rows.ts';
import { callHandler } from '../../../tests/support/call.ts';
import { createApiEvent } from '../../../tests/support/api-event.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import { invoke } from '../../../tests/support/invoke.ts';
import { createPipelineHarness } from '../../../tests/support/pipeline-harness.ts';
import { routes } from '../../../tests/support/routes.ts';
import { mailboxKeyOf } from '../rules/mailbox-key.ts';

const table = await startFileTable();

type Include = (typeof INCLUDES)[number];
type Segments = NonNullable<RowsPage['segments']>;

const BOUNCE = { at: '2026-03-03T09:00:00.000Z', name: 'Autumn newsletter' };
const SUBSETS: readonly (readonly Include[])[] = Array.from({ length: 31 }, (_, at) =>
  INCLUDES.filter((_each, bit) => ((at + 1) >> bit) % 2 === 1),
);

/** A finished list whose suggested corrections were verified. */
async function createComposedList(lines: readonly string[], bounced: readonly string[] = []) {
  const world = await createPipelineHarness(table);
  const { context, headers, userId } = world;
  await world.grant(200);
  const listId = await world.upload(['email;name', ...lines].join('\n'));
  await world.drain();
  const params = { id: listId };
  await callHandler(context, routes.verifyCorrections, { headers, params });
  await world.drain();
  const bounces = bounced.map((address) => ({ address, ...BOUNCE }));
  await context.bouncedAddresses.add(userId, { source: 'report' }, bounces);
  const download = async (more: object, file_id = listId) => {
    const body = { file_id, type: 'all', ...more };
    const event = createApiEvent(routes.download.route, { headers, body });
    const { statusCode, body: text } = await invoke(routes.download, context, event);
    return { status: statusCode, text };
  };
  const rows = async (more: object, file_id = listId): Promise<string[][]> =>
    parse((await download(more, file_id)).text, { delimiter: ';', bom: true });
  const segments = async (id = listId): Promise<Segments> => {
    const query = { with: 'segments' };
    const request = { headers, params: { id }, query };
    const { body } = await callHandler(context, routes.listRows, request);
    return (body.data as RowsPage).segments ?? [];
  };
  return { world, listId, download, rows, segments };
}

const countOf = (segments: Segments, include: readonly Include[]): number =>
  segments
    .filter((each) => include.includes(each.include))
    .reduce(
      (sum, { count, duplicates }) =>
        sum + count + (include.includes('duplicates') ? duplicates : 0),
      0,
    );

const address = fc
  .tuple(
    fc.constantFrom('', 'typo-', 'typo-typo-', 'TYPO-'),
    fc.constantFrom('ok', 'bad', 'any', 'odd', 'late', 'OK'),
    fc.constantFrom('1@a.fr', '2@a.fr', '1@b.fr'),
  )
  .map((parts) => parts.join(''));
const line = fc.oneof(
  { weight: 8, arbitrary: address },
  { weight: 2, arbitrary: address.map((each) => `Zoé <${each}>`) },
  fc.constantFrom('nobody', ''),
);

describe('a download with `include`', () => {
  it('has, for every subset, as many rows as the segments of the list count', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.array(address, { maxLength: 3 }),
        async (cells, bounced) => {
          const lines = ['ok0@a.fr', ...cells].map((cell, at) => `${cell};${at}`);
          const { rows, segments } = await createComposedList(lines, bounced);
          const counted = await segments();
          for (const include of SUBSETS) {
            const [, ...found] = await rows({ include, columns: ['address', 'status'] });
            expect([include, found.length]).toEqual([include, countOf(counted, include)]);
            expect(found.map(([, status]) => status)).not.toContain('undeliverable');
            const mailboxes = found.map(([each = '']) => mailboxKeyOf(each));
            const distinct = new Set(mailboxes);
            for (const each of bounced) expect(mailboxes).not.toContain(mailboxKeyOf(each));
            const repeated = mailboxes.length - distinct.size;
            expect(repeated === 0 || include.includes('duplicates')).toBe(true);
          }
        },
      ),
      { seed: 80, numRuns: 25 },
    );
  });

  it('has corrected addresses in their cell, and the original in a column', async () => {
    const { rows, segments } = await createComposedList(
      [
        'Zoé <typo-ok1@a.fr>;1',
        'TYPO-ok1@a.fr;2',
        'ok2@a.fr;3',
        'typo-ok2@a.fr;4',
        'typo-bad3@a.fr;5',
        'typo-ok4@a.fr;6',
        'typo-ok5@a.fr;7',
        'ok6@a.fr;8',
        'OK6@a.fr;9',
      ],
      ['ok5@a.fr'],
    );
    expect(await rows({ include: ['safe', 'corrected'] })).toEqual([
      ['email', 'name', 'status', 'reason', 'suggestion', 'address', 'corrected_from'],
      ['Zoé <ok1@a.fr>', '1', 'deliverable', 'accepted', '', 'ok1@a.fr', 'typo-ok1@a.fr'],
      ['ok2@a.fr', '3', 'deliverable', 'accepted', '', 'ok2@a.fr', ''],
      ['ok4@a.fr', '6', 'deliverable', 'accepted', '', 'ok4@a.fr', 'typo-ok4@a.fr'],
      ['ok6@a.fr', '8', 'deliverable', 'accepted', '', 'ok6@a.fr', ''],
    ]);
    const safe = { reason: 'accepted', score: 98 };
    expect(await segments()).toEqual([
      { include: 'corrected', ...safe, count: 2, duplicates: 2, bounced: 1 },
      { include: 'safe', ...safe, count: 2, duplicates: 1, bounced: 0 },
    ]);
    const columns = ['original', 'score', 'role', 'corrected_from'];
    const all = await rows({ include: ['corrected', 'duplicates'], columns });
    expect(all.slice(1)).toEqual([
      ['Zoé <ok1@a.fr>', '1', '98', '', 'typo-ok1@a.fr'],
      ['ok1@a.fr', '2', '98', '', 'TYPO-ok1@a.fr'],
      ['ok2@a.fr', '4', '98', '', 'typo-ok2@a.fr'],
      ['ok4@a.fr', '6', '98', '', 'typo-ok4@a.fr'],
    ]);
  });

  it('applies `min_score` and `only=lasting` to the risky rows only', async () => {
    const { rows, segments } = await createComposedList([
      'any1@a.fr;1',
      'odd1@a.fr;2',
      'ok@a.fr;3',
    ]);
    const columns = ['address'];
    const found = async (more: object) =>
      (await rows({ columns, include: ['safe', 'risky', 'unknown'], ...more })).slice(1).flat();
    expect(await found({})).toEqual(['any1@a.fr', 'odd1@a.fr', 'ok@a.fr']);
    expect(await found({ min_score: 71, only: 'lasting' })).toEqual(['odd1@a.fr', 'ok@a.fr']);
    expect(await found({ min_score: 70, q: 'any' })).toEqual(['any1@a.fr']);
    expect((await segments()).map(({ include, score }) => [include, score])).toEqual([
      ['risky', 70],
      ['unknown', 25],
      ['safe', 98],
    ]);
  });

  test.each([
    ['another type', { type: 'valid' }],
    ['`duplicates`', { duplicates: false }],
    ['`bounced`', { bounced: true }],
    ['a repeated value', { include: ['safe', 'safe'] }],
    ['no value', { include: [] }],
    ['an invalid value', { include: ['invalid'] }],
  ])('rejects %s', async (_, more) => {
    const { download } = await createComposedList(['ok1@a.fr;1']);
    const { status, text } = await download({ include: ['safe'], ...more });
    expect([status, JSON.parse(text)]).toMatchObject([422, { code: 'validation' }]);
  });

  it('is limited, like counting the segments and unlike the stored result', async () => {
    const { world, download, listId } = await createComposedList(['ok1@a.fr;1']);
    const { context, headers } = world;
    const count = () =>
      callHandler(context, routes.listRows, {
        headers,
        params: { id: listId },
        query: { with: 'segments' },
      });
    for (let call = 0; call < 30; call += 1) {
      expect((await download({ include: ['safe'] })).status).toBe(200);
      expect((await count()).status).toBe(200);
    }
    expect((await download({ include: ['safe'] })).status).toBe(429);
    expect((await count()).status).toBe(429);
    expect((await download({})).status).toBe(200);
  });

  it('limits the counts of a large list with bounces like a selection', async () => {
    const { world, listId } = await createComposedList(['ok1@a.fr;1'], ['any@a.fr']);
    const { context, headers, blobs } = world;
    const key = [...blobs.objects.keys()].findLast((each) => each.endsWith('/index.json')) ?? '';
    const index = JSON.parse(blobs.text(key)) as { files: { all: { bytes: number } } };
    index.files.all.bytes = 5_000_000;
    await blobs.put(key, JSON.stringify(index));
    const statuses: unknown[] = [];
    for (let call = 0; call < 11; call += 1) {
      const request = { headers, params: { id: listId }, query: { with: 'segments' } };
      statuses.push((await callHandler(context, routes.listRows, request)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('works for the sample list', async () => {
    const { rows, segments } = await createComposedList(['ok1@a.fr;1']);
    const counted = await segments('sample');
    expect(new Set(counted.map(({ include }) => include))).toEqual(
      new Set(SEGMENTS.filter((each) => each !== 'corrected')),
    );
    expect(countOf(counted, ['safe'])).toBe(30);
    for (const include of SUBSETS)
      expect((await rows({ include, columns: ['address'] }, 'sample')).length - 1).toBe(
        countOf(counted, include),
      );
    const risky = { include: ['risky'], columns: ['reason'], min_score: 10, only: 'lasting' };
    expect(new Set((await rows(risky, 'sample')).flat())).toEqual(new Set(['reason', 'catch_all']));
  });
});
