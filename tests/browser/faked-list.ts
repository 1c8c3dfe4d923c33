import type { Page, Route } from 'playwright-core';
import { computeScore } from '../../functions/checks/rules/score.ts';
import { noFlags } from '../../shared/contract/examples/list-states.ts';
import type { ListedRow } from '../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../shared/contract/list-detail.ts';
import { statusForReason, type VerdictReason } from '../../shared/model/verdict.ts';
import { segmentsOf } from '../../web/src/testing/segments.ts';

/** Number of rows per page of the API. */
const PAGE = 100;

/** Columns of the file in addition to the address. */
const HEADER = ['name', 'city', 'company'];
const CITIES = ['Lyon', 'Saint-Rémy-lès-Chevreuse', 'Paris'];

const KINDS: readonly (readonly [VerdictReason, Partial<ListedRow>])[] = [
  ['accepted', { provider: 'google' }],
  ['accepted', { provider: 'google', flags: { ...noFlags, role: true } }],
  [
    'no_such_mailbox',
    {
      reply: '550 5.1.1 <ada>: Recipient address rejected: User unknown',
      flags: { ...noFlags, role: true, tagged: true, gateway: true, parked: true },
    },
  ],
  ['no_such_domain', { suggestion: 'ada@customer.test' }],
  ['accepted', {}],
  ['catch_all', { provider: 'microsoft', reply: '250 2.1.5 Recipient OK' }],
  ['greylisted', { reply: '451 4.7.1 Greylisting in action, please come back later' }],
];

/** @param number starts at 1 */
function fakedRow(
  number: number,
  kinds: typeof KINDS,
  { running, cells }: { running: boolean; cells: boolean },
): ListedRow {
  const [reason, more] = kinds[number % kinds.length] ?? ['accepted', {}];
  const name = number % 10 === 3 ? 'anastasia.with-a-very-long-name.of-many.parts' : 'ada';
  return {
    row: running ? null : number,
    email: `${name}${number}@customer.test`,
    address: `${name}${number}@customer.test`,
    status: statusForReason(reason),
    reason,
    flags: noFlags,
    score: computeScore(reason, 0),
    ...(cells && { cells: ['Ada', CITIES[number % 3] ?? '', 'Analytical Engines & Sons Ltd'] }),
    ...more,
  };
}

interface Options {
  /**
   * Number of rows, by default all processed addresses. With `never`, calls for rows get no
   * response; with `failed`, they get a 500.
   */
  rows?: number | 'never' | 'failed';
}

export async function fakeList(page: Page, list: ListDetail, options: Options = {}): Promise<void> {
  const { rows = list.processed } = options;
  const path = `**/api/file/${list.id}`;
  await page.route(path, (route) => route.fulfill({ json: { data: list } }));
  await page.route(`${path}/rows*`, async (route) => {
    if (rows === 'failed') await route.fulfill({ status: 500, body: '' });
    else if (rows !== 'never') await route.fulfill({ json: { data: pageOf(route, list, rows) } });
  });
}

/**
 * Creates a page of rows filtered by status and reason, by cursor or offset, as the API returns it.
 */
function pageOf(route: Route, list: ListDetail, total: number) {
  const { searchParams: query } = new URL(route.request().url());
  const kinds = KINDS.filter(
    ([reason]) =>
      (query.get('status') ?? statusForReason(reason)) === statusForReason(reason) &&
      (query.get('reason') ?? reason) === reason,
  );
  const from = Number(query.get('offset') ?? query.get('cursor') ?? 0);
  const length = Math.max(0, Math.min(PAGE, total - from));
  const running = list.end_date === null;
  return {
    ...(!running && { header: HEADER }),
    rows: Array.from({ length }, (_, place) =>
      fakedRow(from + place + 1, kinds, { running, cells: query.get('with') === 'cells' }),
    ),
    ...(query.get('with') === 'segments' && { segments: segmentsOf(list) }),
    next: from + length < total ? String(from + length) : null,
    total: running || query.has('domain') || query.has('q') ? null : total,
  };
}
