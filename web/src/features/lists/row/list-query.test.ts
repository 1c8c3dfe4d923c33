import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { listExamples } from '../../../../../shared/contract/examples/lists.ts';
import { listRoutes } from '../../../../../shared/contract/lists.ts';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
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
  expect(requests).toEqual([{ sort: 'status:asc', page: 1 }, 'old']);
});

test('finds lists that wait for credits behind pages of running lists', async () => {
  const [row] = page.data;
  const running = { ...row, status: LIST_STATUS.working, reason: null };
  const finished = { ...row, status: LIST_STATUS.finished, reason: null };
  const history = [
    ...Array.from({ length: 14 }, (_, index) => ({ ...running, id: `r${index}` })),
    ...Array.from({ length: 7 }, (_, index) => ({ ...paused.data, id: `p${index}` })),
    ...Array.from({ length: 14 }, (_, index) => ({ ...finished, id: `f${index}` })),
  ];
  const pages: unknown[] = [];
  const api = (async (
    route: unknown,
    { query, params }: { query?: { page: number }; params?: { id: string } },
  ) => {
    if (route !== listRoutes.listFiles) return { data: { ...paused.data, id: params?.id } };
    const { page: number = 1 } = query ?? {};
    pages.push(number);
    return { data: { ...page, data: history.slice(10 * number - 10, 10 * number), last_page: 4 } };
  }) as unknown as Api;
  const query = waitingListsQuery(api, { ...page, last_page: 4 });
  const found = await new QueryClient().fetchQuery(query);
  expect(found.map(({ id }) => id)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6']);
  expect(pages).toEqual([1, 2, 3]);
});
