import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { bounceReport, bounceRow } from '../../testing/bounce-report.ts';
import type { BounceReport } from '../../../../shared/contract/bounces.ts';
import { createAppDependencies } from '../../lib/api.ts';
import { defaultConfig } from '../../lib/config.ts';
import { createSession } from '../../lib/session.ts';
import { finishedListDetail, stubBrowserApis } from '../../testing/open-list.tsx';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { Bounces } from './bounces.tsx';
import { bounceReportsQuery } from './queries.ts';

stubBrowserApis();

/** Opens the section. Each call for reports gets the result of `reports`. @returns all calls */
function open(reports: () => readonly BounceReport[], { uploadStatus = 204 } = {}) {
  const calls: [method: string, path: string, body?: unknown][] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    const { pathname, search } = new URL(path, 'http://localhost');
    calls.push([method, pathname + search, body === undefined ? body : JSON.parse(String(body))]);
    if (method === 'DELETE') return Response.json({ data: {} });
    if (method === 'POST')
      return Response.json({
        data: {
          ...bounceReport,
          id: 'new',
          state: 'waiting',
          upload: { url: 'https://store.test/', fields: { key: 'k' } },
        },
      });
    if (pathname !== '/api/bounces')
      return Response.json({
        data: {
          ...bounceReport,
          bounces: [
            { ...bounceRow, email: `${search.includes('cursor') ? 'second' : 'first'}@a.test` },
          ],
          next: search.includes('cursor') ? null : 'c2',
        },
      });
    return Response.json({ data: { reports: reports(), next: null } });
  });
  const uploads: FormData[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget();
      status = uploadStatus;
      open = () => undefined;
      abort = () => undefined;
      send(form: FormData) {
        uploads.push(form);
        queueMicrotask(() => this.dispatchEvent(new Event('load')));
      }
    },
  );
  renderInApp(<Bounces list={finishedListDetail} />);
  return { calls, uploads };
}

async function openDialog(file: File) {
  fireEvent.click(await screen.findByRole('button', { name: 'Report bounces…' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Choose a file'), { target: { files: [file] } });
  return dialog;
}

const CSV = new File(['email;reason\na@a.test;550 5.1.1\n'], 'bounces.csv');

test('sends the export with the mailing, and the file to its URL', async () => {
  const { calls, uploads } = open(() => []);
  const dialog = await openDialog(CSV);
  await userEvent.click(dialog.getByLabelText(/^Risky/));
  fireEvent.click(dialog.getByRole('button', { name: 'Report bounces' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [, , body] = calls.find(([method]) => method === 'POST') ?? [];
  expect(body).toMatchObject({
    sent: { list_id: finishedListDetail.id, categories: ['deliverable', 'risky'] },
    file: { name: 'bounces.csv', size: CSV.size },
  });
  expect((body as { name: string }).name).toContain(finishedListDetail.file_name);
  const at = Date.parse((body as { sent: { at: string } }).sent.at);
  expect(Date.now() - at).toBeLessThan(60_000);
  expect(uploads.map((form) => [form.get('key'), (form.get('file') as File).name])).toEqual([
    ['k', 'bounces.csv'],
  ]);
});

test('deletes a report whose file did not arrive, and says so', async () => {
  const { calls } = open(() => [], { uploadStatus: 403 });
  const dialog = await openDialog(CSV);
  fireEvent.click(dialog.getByRole('button', { name: 'Report bounces' }));
  await dialog.findByText(/was not uploaded/);
  expect(calls.some(([method, path]) => method === 'DELETE' && path.endsWith('/new'))).toBe(true);
});

test.each([
  [new File(['x'], 'bounces.pdf'), /\.mbox/],
  [new File([], 'bounces.csv'), /empty/],
])('rejects a file that cannot be read', async (file, message) => {
  open(() => []);
  const dialog = await openDialog(file);
  await dialog.findByText(message, { selector: '[role=alert] *' });
  expect(dialog.getByRole('button', { name: 'Report bounces' })).toHaveProperty('disabled', true);
});

test('rejects a mailing without categories or in the future', async () => {
  const { calls } = open(() => []);
  const dialog = await openDialog(CSV);
  await userEvent.click(dialog.getByLabelText(/^Valid/));
  fireEvent.change(dialog.getByLabelText('Date of the mailing'), {
    target: { value: '2999-01-01' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Report bounces' }));
  await dialog.findByText('Choose at least one.');
  dialog.getByText(/^Choose a date/);
  expect(calls.filter(([method]) => method === 'POST')).toEqual([]);
});

test('shows the result in a sentence, what to do, the causes and the credits', async () => {
  open(() => [bounceReport]);
  const article = await screen.findByRole('article', { name: 'Autumn newsletter' });
  expect(within(article).getByRole('status').textContent).toContain(
    'Of 4,213 addresses we called Valid, 9 hard-bounced (0.21%); 31 bounces are about your sending domain, not about the address.',
  );
  screen.getByRole('img', { name: /^Address 12, Your sending domain 31/ });
  screen.getByText('Most frequent causes: Spamhaus ZEN (24), DMARC (5)');
  screen.getByText(
    'Refunded (3) · Being rechecked (1) · No refund: the server still accepts mail (1) · No refund: verdict over 30 days old (1).',
  );
});

test('pages the rows and filters them by subject', async () => {
  const { calls } = open(() => [bounceReport]);
  fireEvent.click(await screen.findByRole('button', { name: 'Show the bounces' }));
  await screen.findByText('first@a.test');
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('second@a.test');
  fireEvent.click(screen.getByRole('button', { name: /^Your sending domain/ }));
  await waitFor(() => expect(calls.at(-1)?.[1]).toContain('subject=sender'));
});

test('deletes a report after a question', async () => {
  const { calls } = open(() => [bounceReport]);
  fireEvent.click(await screen.findByRole('button', { name: /^Delete the report/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(calls.map(([method]) => method)).toContain('DELETE'));
});

test.each([
  [{ state: 'failed', error: 'no_bounces' }, /No bounces found/],
  [{ state: 'reading' }, /Reading the bounces/],
  [{ state: 'waiting' }, /upload was interrupted/],
] as const)('explains the state %o', async (change, message) => {
  open(() => [{ ...bounceReport, ...change }]);
  await screen.findByText(message, { selector: '[role=status] *' });
  expect(screen.queryByText(/hard-bounced/)).toBeNull();
  cleanup();
});

test('marks cached rows of lists as outdated when a report has been read', async () => {
  let state: BounceReport['state'] = 'reading';
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: { reports: [{ ...bounceReport, state }], next: null } }),
  );
  const { api } = createAppDependencies(defaultConfig, createSession());
  const client = new QueryClient();
  const rows = ['rows', finishedListDetail.id];
  client.setQueryData(rows, []);
  const read = () => client.fetchQuery(bounceReportsQuery(api, finishedListDetail.id));
  const isOutdated = () => client.getQueryState(rows)?.isInvalidated;
  for (const [next, expected] of [
    ['reading', false],
    ['reading', false],
    ['done', true],
  ] as const) {
    state = next;
    await read();
    expect(isOutdated()).toBe(expected);
  }
});
