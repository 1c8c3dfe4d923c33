import { beforeAll, describe, expect, it } from 'vitest';
import {
  RESULT_ROWS,
  readAllPages,
  createStoredResult,
} from '../../../tests/support/listed-result.ts';

it('ends a search without matches after a number of bytes, with a cursor to continue', async () => {
  const wide = 'x'.repeat(20_000);
  const { page, read } = await createStoredResult(
    Array.from({ length: 1500 }, (_, at) => ({
      cells: [`p${at}@a.fr`, at === 1499 ? 'NEEDLE' : wide],
      reason: 'accepted' as const,
    })),
  );
  const first = await page({ q: 'needle' });
  expect(first.rows).toEqual([]);
  expect(first.next).not.toBeNull();
  expect(read.reduce((sum, each) => sum + each)).toBeLessThan(16 * 1024 * 1024);
  const { pages, rows } = await readAllPages(page, { q: 'needle' });
  expect(rows.map(({ row }) => row)).toEqual([1500]);
  expect(pages.length).toBeLessThan(5);
});

it('reads rows of one verdict together, however far apart they are in the file', async () => {
  const { page, read } = await createStoredResult(
    Array.from({ length: 1500 }, (_, at) => ({
      cells: [`p${at}@a.fr`, at % 100 === 0 ? 'few' : 'x'.repeat(20_000)],
      reason: at % 100 === 0 ? ('mailbox_full' as const) : ('accepted' as const),
    })),
  );
  const { rows } = await page({ status: 'risky' });
  expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: 15 }, (_, at) => 100 * at + 1));
  expect(read.length).toBeLessThan(5);
  expect(read.reduce((sum, each) => sum + each)).toBeLessThan(50_000);
});

describe('with slow reads', () => {
  let page: Awaited<ReturnType<typeof createStoredResult>>['page'];
  let read: number[];
  beforeAll(async () => {
    ({ page, read } = await createStoredResult(RESULT_ROWS, 40));
  });

  it.each([{ q: 'needle' }, { q: 'nowhere' }, { domain: 'société.fr.test' }])(
    'ends a search for %j after some reads, with a cursor to continue',
    async (filter) => {
      const { rows } = await readAllPages((await createStoredResult(RESULT_ROWS)).page, filter);
      read.length = 0;
      const slow = await readAllPages(page, filter);
      expect(slow.rows).toEqual(rows);
      expect(slow.pages.length).toBeGreaterThan(2);
      expect(read.length / slow.pages.length).toBeLessThan(6);
    },
  );

  it('fills a page whose rows are counted', async () => {
    const { rows } = await page({ reason: 'policy' });
    expect(rows).toHaveLength(
      Math.min(100, RESULT_ROWS.filter(({ reason }) => reason === 'policy').length),
    );
  });
});
