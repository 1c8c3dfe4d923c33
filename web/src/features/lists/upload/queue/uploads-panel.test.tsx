import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listExamples } from '../../../../../../shared/contract/examples/lists.ts';
import { LIST_STATUS } from '../../../../../../shared/model/list-status.ts';
import { MeContext } from '../../../../lib/me.ts';
import { renderInApp } from '../../../../testing/render-in-app.tsx';
import { signedInUser } from '../../../../testing/signed-in-user.ts';
import type { UploadQueue } from './create-queue.ts';
import { EMPTY_QUEUE, type UploadItem, type UploadQueueState } from './reduce.ts';
import { UploadsPanel } from './uploads-panel.tsx';

const file = new File(['a'], 'a.csv');
const summary = { rows: 15, credits: 15, column: 1 };
const items: readonly UploadItem[] = [
  { id: 1, file, name: 'A', repeated: false, credits: 80, phase: { name: 'sent', listId: 'a' } },
  { id: 2, file, name: 'B', repeated: false, phase: { name: 'unconfirmed', summary } },
];
const createFakeQueue = (state: UploadQueueState) =>
  ({
    state: () => state,
    subscribe: () => () => undefined,
    owner: () => signedInUser.email,
  }) as unknown as UploadQueue;

test.each<[UploadItem['phase'], boolean]>([
  [{ name: 'sending', share: 0.5 }, false],
  [{ name: 'sent', listId: 'a' }, false],
  [{ name: 'unconfirmed', summary }, true],
  [{ name: 'failed', failure: 'cut' }, true],
])('opens by itself only for a file that needs the user: %o, %s', (phase, expanded) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const item = { id: 1, file, name: 'A', repeated: false, phase };
  const queue = createFakeQueue({ ...EMPTY_QUEUE, items: [item] });
  renderInApp(<UploadsPanel queue={queue} />);
  expect(screen.getByRole('button', { expanded })).toBeDefined();
});

test('does not count the credits of a list twice once the list has reserved them', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const { data: page } = listExamples.listFiles.response;
  const queue = createFakeQueue({ ...EMPTY_QUEUE, items });
  let status: number = LIST_STATUS.initialization;
  vi.stubGlobal('fetch', async () =>
    Response.json({
      data: { ...page, data: [{ ...page.data[0], id: 'a', status, reason: null }] },
    }),
  );
  const queries = new QueryClient();
  const panel = (available_credit: number) => (
    <MeContext value={{ ...signedInUser, available_credit } as never}>
      <UploadsPanel queue={queue} />
    </MeContext>
  );
  const { rerender } = renderInApp(panel(100), { queries });
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  screen.getByText('B');
  status = LIST_STATUS.working;
  // A poll of the account, before the next poll of the lists.
  rerender(panel(20));
  await vi.waitFor(() => expect(screen.queryByText(/^You need/)).toBeNull(), 5000);
});
