import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { listExamples } from '../../../../../shared/contract/examples/lists.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import type { Api } from '../../../lib/api.ts';
import type { ListPage } from './queries.ts';
import { waitingListsQuery } from './list-query.ts';

const { paused } = listExamples.getFile.otherResponses;
const page = listExamples.listFiles.response.data;

test('loads lists that wait for credits from all pages of the history', async () => {
  const requests: unknown[] = [];
  const api = (async (route: unknown, options: { query?: unknown; params?: { id: string } }) => {
    requests.push(options.query ?? options.params?.id);
    return route === listRoutes.listFiles
      ? { data: { ...page, data: [{ ...paused.data, id: 'old' }, ...page.data] } }
      : { data: { ...paused.data, id: options.params?.id } };
  }) as unknown as Api;
  const idsFor = async (newest: ListPage) =>
    (await new QueryClient().fetchQuery(waitingListsQuery(api, newest))).map(({ id }) => id);
  const waitingList = { ...paused.data, id: 'new' };
  expect(await idsFor({ ...page, data: [waitingList], last_page: 1 })).toEqual(['new']);
  expect(requests.splice(0)).toEqual(['new']);
  expect(await idsFor({ ...page, last_page: 2 })).toEqual(['old']);
  expect(requests).toEqual([{ sort: 'status:asc' }, 'old']);
});
