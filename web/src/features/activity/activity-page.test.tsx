import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { memberExamples } from '../../../../tests/support/examples/members.ts';
import { privateUsageExamples } from '../../../../tests/support/examples/usage.ts';
import type { ActivityEntry } from '../../../../shared/contract/usage.ts';
import { stubBrowserApis } from '../../testing/open-list.tsx';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { ActivityPage } from './activity-page.tsx';

stubBrowserApis();

const [example] = privateUsageExamples.listActivity.response.data.entries;
const [, alan] = memberExamples.listMembers.response.data.members;
const NEXT = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';
const person = { type: 'person', id: 'p', name: null } as const;
const key = { type: 'key', id: 'x7Qf', name: null } as const;

/** Renders the page with pages of entries; returns the queries of its calls. */
function open(pages: readonly (readonly Partial<ActivityEntry>[])[]) {
  const queries: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.startsWith('/api/activity')) return Response.json(memberExamples.listMembers.response);
    const query = new URL(url, 'http://x').searchParams;
    queries.push(String(query));
    const at = query.has('cursor') ? 1 : 0;
    const entries = (pages[at] ?? []).map((each, id) =>
      Object.assign({}, example, each, { id: `${at}.${id}` }),
    );
    return Response.json({ data: { entries, next: pages[at + 1] ? NEXT : null } });
  });
  renderInApp(<ActivityPage />);
  return { queries, user: userEvent.setup() };
}

it.each<readonly [Partial<ActivityEntry>, who: string, what: string, name: string]>([
  [{}, 'Alan Moreau (alan@customer.test)', 'List · downloaded', 'Spring newsletter'],
  [{ who: person, what: 'removed' }, 'Former member', 'List · removed', 'Spring newsletter'],
  [{ who: key, what: 'added' }, 'API …x7Qf', 'List · added', 'Spring newsletter'],
  [{ who: null, by: '', kind: 'payment', what: 'added', name: 'T-1' }, 'Tamis', 'Payment', 'T-1'],
  [{ who: null, kind: 'key', what: 'removed', name: 'Shop' }, '–', 'API key · removed', 'Shop'],
  [
    { kind: 'setting', what: 'changed', target: 'low_credits', name: '' },
    'Alan Moreau (alan@customer.test)',
    'Low credits · changed',
    '–',
  ],
  [
    { kind: 'member', what: 'changed', name: 'Bob Roy', from: 'viewer', to: 'admin' },
    'Alan Moreau (alan@customer.test)',
    'Member · changed',
    'Bob RoyViewer → Administrator',
  ],
  [
    { kind: 'list', what: 'renamed', name: 'on', from: 'off', to: 'on' },
    'Alan Moreau (alan@customer.test)',
    'List · renamed',
    'onoff → on',
  ],
  [
    {
      kind: 'setting',
      what: 'changed',
      target: 'required_factor',
      name: '',
      from: 'off',
      to: 'on',
    },
    'Alan Moreau (alan@customer.test)',
    'Required second factor · changed',
    'off → on',
  ],
  [
    { kind: 'member', what: 'invited', name: 'bob@a.fr', to: 'billing' },
    'Alan Moreau (alan@customer.test)',
    'Member · invited',
    'bob@a.frBilling',
  ],
])('shows who did what: %o', async (entry, who, what, name) => {
  // 8:00 UTC is on the same day in most time zones.
  open([[{ at: '2026-11-20T08:00:00.000Z', ...entry }]]);
  const row = within(await screen.findByRole('row', { name: new RegExp(what) }));
  expect(row.getByRole('rowheader').textContent).toBe(who);
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('20 Nov'),
    what,
    name,
    entry.by === '' ? '–' : 'Firefox, Windows · 203.0.113.0/24',
  ]);
});

it('filters by person, kind and day, from the first page on', async () => {
  const { queries, user } = open([[{}], []]);
  await user.click(await screen.findByRole('link', { name: 'Older' }));
  await screen.findByText('No entry matches.');
  expect(queries.at(-1)).toBe(`cursor=${NEXT}`);
  await user.selectOptions(screen.getByLabelText('Who'), alan?.name ?? '');
  await user.selectOptions(screen.getByLabelText('What'), 'List');
  await user.type(screen.getByLabelText('From (day in UTC)'), '2026-11-01');
  await vi.waitFor(() =>
    expect(queries.at(-1)).toBe(`person=${alan?.id}&kind=list&from=2026-11-01`),
  );
});

it('saves all pages as CSV, in which no name is a formula', async () => {
  const names = ['=1+1', '+1+1', '-1+1', '@SUM(A1)'];
  const { user } = open([names.map((name) => ({ name })), [{ name: 'Last' }]]);
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return 'blob:x';
  };
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await vi.waitFor(() => expect(blobs).toHaveLength(1));
  const lines = ((await blobs[0]?.text()) ?? '').trim().split('\r\n');
  expect(lines[0]).toContain(
    '"Time";"Who";"What";"Name";"Old and new value";"Browser and network"',
  );
  expect(lines.slice(1).map((line) => line.split(';')[3])).toEqual([
    ...names.map((name) => `"'${name}"`),
    '"Last"',
  ]);
});
