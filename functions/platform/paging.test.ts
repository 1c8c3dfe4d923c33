import { expect, it } from 'vitest';
import { paginateRows } from './paging.ts';

const rows = Array.from({ length: 23 }, (_, at) => at + 1);

it.each([
  [rows, 1, { from: 1, current_page: 1, last_page: 3, total: 23, data: rows.slice(0, 10) }],
  [rows, 3, { from: 21, current_page: 3, last_page: 3, total: 23, data: [21, 22, 23] }],
  [rows, 4, { from: null, current_page: 4, last_page: 3, total: 23, data: [] }],
  [[], 1, { from: null, current_page: 1, last_page: 1, total: 0, data: [] }],
])('returns the page of %j, %i', (all, page, expected) => {
  expect(paginateRows(all, page, 10)).toEqual(expected);
});
