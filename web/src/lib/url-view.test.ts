import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { adminRoutes } from '../../../shared/contract/admin.ts';
import { listRoutes } from '../../../shared/contract/lists.ts';
import { serializeView, parseView } from './url-view.ts';

const lists = z.pick(listRoutes.listFiles.query, { page: true, filter: true });
const users = z.pick(adminRoutes.listUsers.query, { page: true, search: true, status: true });

test.each([
  ['', { page: 1, filter: 'all' }],
  ['page=3&filter=today', { page: 3, filter: 'today' }],
  ['page=0&filter=never', { page: 1, filter: 'all' }],
  ['page=two', { page: 1, filter: 'all' }],
] as const)('parses %j as %j', (query, view) => {
  expect(parseView(lists, new URLSearchParams(query))).toEqual(view);
});

test('uses the defaults if the schema rejects the query', () => {
  const query = new URLSearchParams('page=2&search=Ada&status=3');
  expect(parseView(users, query)).toEqual({ page: 1, search: '', status: '' });
});

test('parses a view back from its query string', () => {
  const view = { page: 2, filter: 'today' } as const;
  expect(parseView(lists, new URLSearchParams(serializeView(lists, view)))).toEqual(view);
  expect(serializeView(lists, { page: 1, filter: 'all' })).toBe('?');
});
