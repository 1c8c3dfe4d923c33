import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { listExamples } from '../../../../../shared/contract/examples/lists.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import type { Api } from '../../../lib/api.ts';
import type { ListPage } from './queries.ts';
import { shortListsQuery } from './list-query.ts';

const { paused } = listExamples.getFile.otherResponses;
const page = listExamples.listFiles.response.data;

test('what waits for credits is asked for, on a later page of the history too', async () => {
  const asked: unknown[] = [];
  const api = (async (route: unknown, given: { query?: unknown; params?: { id: string } }) => {
    asked.push(given.query ?? given.params?.id);
    return route === listRoutes.listFiles
      ? { data: { ...page, data: [{ ...paused.data, id: 'old' }, ...page.data] } }
      : { data: { ...paused.data, id: given.params?.id } };
  }) as unknown as Api;
  const of = async (newest: ListPage) =>
    (await new QueryClient().fetchQuery(shortListsQuery(api, newest))).map(({ id }) => id);
  const waits = { ...paused.data, id: 'new' };
  expect(await of({ ...page, data: [waits], last_page: 1 })).toEqual(['new']);
  expect(asked.splice(0)).toEqual(['new']);
  expect(await of({ ...page, last_page: 2 })).toEqual(['old']);
  expect(asked).toEqual([{ sort: 'status:asc' }, 'old']);
});
