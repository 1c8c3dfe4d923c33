import { fireEvent, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { expect, test, vi } from 'vitest';
import { adminExamples } from '../../../../tests/support/examples/admin.ts';
import { listExamples } from '../../../../shared/contract/examples/lists.ts';
import type { ListDetail } from '../../../../shared/contract/list-detail.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { UserPage } from './user-page.tsx';

const { data } = adminExamples.getUser.response;
const balance = { available: 0, reserved: 100, held: 0, debt: 0 };

function openUser(lists: readonly ListDetail[] = [], credits = balance): void {
  const user = { ...data, balance: credits, lists: { ...data.lists, data: lists } };
  vi.stubGlobal('fetch', async () => Response.json({ data: user }));
  renderInApp(<UserPage />);
}

test('shows the state of a list’s sample, and the credits reserved until the list ends', async () => {
  const { data: paused } = listExamples.getFile.otherResponses.paused;
  const sampled: ListDetail = {
    ...paused,
    total_email: 1000,
    reasons: {},
    processed: 90,
    credits_charged: 84,
    credits_reserved: 16,
  };
  openUser([
    sampled,
    { ...sampled, id: 'b', processed: 100 },
    {
      ...sampled,
      id: 'c',
      status: 7,
      reason: null,
      end_date: sampled.created_at,
      credits_reserved: 0,
    },
  ]);
  await screen.findByText('Verifying a sample');
  const missing = 'There are not enough credits for this list.';
  const reserved = '100 (84 with results)';
  const table = screen.getByRole('table', { name: 'Lists' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(
    rows.map(({ children }) => [1, 3, 4].map((column) => children.item(column)?.textContent)),
  ).toEqual([
    [`Verifying a sample${missing}`, '0', reserved],
    [`Paused${missing}`, '0', reserved],
    ['FinishedResults can now be downloaded.', '84', '0'],
  ]);
});

test('names the customer’s language in the administrator’s', async () => {
  await i18next.changeLanguage('fr');
  openUser();
  expect(await screen.findByText('anglais')).toBeDefined();
});

test.each([
  ['10,000', 'Credits: +10,000. Available afterwards: 11,500.'],
  ['−1,000', 'Credits: −1,000. Available afterwards: 500.'],
  ['10,00', ''],
])('reads the typed number of credits %s with its thousands separator', async (typed, effect) => {
  await i18next.changeLanguage('en');
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => undefined;
  openUser([], { ...balance, available: 1500 });
  fireEvent.click(await screen.findByRole('button', { name: 'Change credits' }));
  // The dialog is loaded when it is opened.
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Credits'), { target: { value: typed } });
  expect(dialog.getByRole('status').textContent).toBe(effect);
});
