import { expect, test } from 'vitest';
import { queryOf, viewIn } from './view.ts';

test.each([
  ['', { page: 1, filter: 'all' }],
  ['page=3&filter=today', { page: 3, filter: 'today' }],
  ['page=0&filter=never', { page: 1, filter: 'all' }],
  ['page=two', { page: 1, filter: 'all' }],
] as const)('%j asks for %j', (query, view) => {
  expect(viewIn(new URLSearchParams(query))).toEqual(view);
});

test('a view survives the way into the address and back', () => {
  const view = { page: 2, filter: 'today' } as const;
  expect(viewIn(new URLSearchParams(queryOf(view)))).toEqual(view);
  expect(queryOf({ page: 1, filter: 'all' })).toBe('?');
});
