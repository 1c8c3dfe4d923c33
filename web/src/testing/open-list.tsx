import { QueryClient } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { generatePath, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { billingExamples } from '../../../tests/support/examples/billing.ts';
import { listExamples } from '../../../shared/contract/examples/lists.ts';
import { noFlags } from '../../../shared/contract/examples/list-states.ts';
import { billingRoutes } from '../../../shared/contract/billing.ts';
import type { ListedRow, RowsPage } from '../../../shared/contract/list-rows.ts';
import type { ListDetail } from '../../../shared/contract/list-detail.ts';
import { ListView } from '../features/lists/page/list-view.tsx';
import { paths } from '../lib/paths.ts';
import { stubReducedMotion } from './reduced-motion.ts';
import { renderInApp } from './render-in-app.tsx';
import { segmentsOf } from './segments.ts';

const { response, otherResponses } = listExamples.getFile;
export const finishedListDetail: ListDetail = {
  ...response.data,
  expires_at: '2126-11-21T09:41:10.000Z',
};
export const runningListDetail: ListDetail = otherResponses.running.data;

const { data: billingsPage } = billingExamples.billings.response;
const [payment] = billingsPage.data;

const rowOf = (number: number): ListedRow => ({
  row: number,
  email: `p${number}@a.test`,
  address: `p${number}@a.test`,
  status: 'deliverable',
  reason: 'accepted',
  flags: noFlags,
  score: 98,
});
export const createListedRows = (from: number, length = 100) =>
  Array.from({ length }, (_, index) => rowOf(from + index + 1));

/**
 * Opens the page of a list. `detail` returns the list or an error status, and `paidAt` the times of
 * the payments, newest first. Records the calls for rows and the paths of POST and DELETE requests.
 */
export function renderListPage(
  detail: () => ListDetail | number,
  {
    query = '',
    state = undefined as object | undefined,
    paidAt = () => [] as readonly string[],
    page = (() => ({})) as (search: string) => object | number,
    queries = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  } = {},
) {
  const rowRequests: string[] = [];
  const sent: unknown[] = [];
  const posts: string[] = [];
  const deletions: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { body, method }: RequestInit) => {
    const { pathname, search } = new URL(path, 'http://localhost');
    if (search.includes('with=segments')) {
      const list = detail();
      if (typeof list === 'number') return new Response('{"message":[""]}', { status: list });
      const { segments = segmentsOf(list) } = page(search) as Partial<RowsPage>;
      return Response.json({ data: { rows: [], next: null, total: 0, segments } });
    }
    if (pathname.endsWith('/rows')) {
      rowRequests.push(search);
      const offset = Number(new URLSearchParams(search).get('offset') ?? 0);
      const override = page(search);
      if (typeof override === 'number')
        return new Response('{"message":[""]}', { status: override });
      return Response.json({
        data: { rows: createListedRows(offset), next: 'c', total: 4800, ...override },
      });
    }
    if (pathname === billingRoutes.getPlan.path)
      return Response.json(billingExamples.getPlan.response);
    if (pathname === billingRoutes.billings.path)
      return Response.json({
        data: {
          ...billingsPage,
          data: paidAt().map((date) => Object.assign({}, payment, { date })),
        },
      });
    if (method === 'POST') posts.push(pathname);
    if (method === 'DELETE') deletions.push(pathname + search);
    if (body !== undefined) sent.push(JSON.parse(String(body)));
    const detailResponse = detail();
    if (typeof detailResponse === 'number')
      return new Response('{"message":["No"]}', { status: detailResponse });
    return Response.json({ data: detailResponse });
  });
  let address = '';
  const Address = () => {
    address = useLocation().search;
    return null;
  };
  renderInApp(
    <>
      <Address />
      <Routes>
        <Route path={paths.list} element={<ListView explain={({ email }) => `It is ${email}`} />} />
      </Routes>
    </>,
    {
      queries,
      entry: {
        pathname: generatePath(paths.list, { id: finishedListDetail.id }),
        search: query,
        state,
      },
    },
  );
  return { rowRequests, sent, posts, deletions, address: () => address };
}

/** Stubs the browser features that the page of a list uses, for all tests of a file. */
export function stubBrowserApis(): void {
  beforeEach(() => {
    Element.prototype.scrollIntoView = () => undefined;
    HTMLElement.prototype.hidePopover = () => undefined;
    Object.assign(HTMLDialogElement.prototype, {
      showModal(this: HTMLDialogElement) {
        this.open = true;
      },
      close: () => undefined,
    });
    stubReducedMotion(true);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
