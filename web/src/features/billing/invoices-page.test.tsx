import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { accountExamples } from '../../../../tests/support/examples/account.ts';
import { billingExamples } from '../../../../tests/support/examples/billing.ts';
import { listExamples } from '../../../../shared/contract/examples/lists.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { InvoicesPage } from './invoices-page.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const OPENED = Date.UTC(2026, 10, 20, 9, 30);
const at = (minutes: number) => new Date(OPENED + minutes * 60_000).toISOString();
const [row] = billingExamples.billings.response.data.data;
const [list] = listExamples.listFiles.response.data.data;

/**
 * Opens the page as if the customer returned from a payment started at `OPENED`, with payments at
 * `dates`.
 */
function open(
  dates: readonly string[],
  more: object = {},
  responseMs = 0,
  query = `purchase=ok&since=${OPENED / 1000}`,
) {
  vi.useFakeTimers({ now: OPENED + 5 * 60_000, shouldAdvanceTime: true });
  const payments = [...dates];
  const waitingList = { ...list, file_name: 'March', created_at: at(-9), start_date: at(4) };
  vi.stubGlobal('fetch', async (request: URL | Request | string) => {
    const url = request instanceof Request ? request.url : String(request);
    await new Promise((done) => setTimeout(done, responseMs));
    const data = payments
      .toReversed()
      .map((date) => Object.assign({}, row, more, { id: date, date }));
    const page = { from: 1, current_page: 1, last_page: 1 };
    return url.includes('/billings')
      ? Response.json({ data: { ...page, total: data.length, data } })
      : Response.json({ data: { ...page, total: 1, data: [waitingList] } });
  });
  renderInApp(<InvoicesPage />, {
    me: { ...accountExamples.me.response.data, plan: null },
    entry: `/invoices?${query}`,
  });
  return { pay: (date: string) => payments.push(date) };
}

it('shows gifts without document links', async () => {
  open([at(-60)], { plan_id: 'gift', status: 'given', number: null });
  await screen.findByText('Gift');
  expect(screen.getByText('Free')).toBeDefined();
  expect(screen.queryByText('PDF')).toBeNull();
  expect(screen.queryByText('Open')).toBeNull();
});

it.each([{ before: [] }, { before: [at(-60)] }])(
  'thanks once the credits have arrived, and names the list that starts: $before',
  async ({ before }) => {
    const { pay } = open(before);
    if (before.length === 0) await screen.findByText(/once its credits are added/);
    else await screen.findByText('20 Nov 2026');
    expect(screen.getByText(/Your credits are being added/)).toBeDefined();
    expect(screen.queryByText(/Thank you/)).toBeNull();
    expect(screen.queryByText(/Your payments will appear here/)).toBeNull();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(screen.queryByText(/Thank you|March/)).toBeNull();
    pay(at(0));
    await vi.advanceTimersByTimeAsync(4000);
    const thanks = await screen.findByText(/Thank you. Your credits have been added./);
    await vi.waitFor(() => expect(thanks.textContent).toContain('resumed: March.'));
    const link = screen.getByRole('link', { name: 'Open the list' });
    expect(link.getAttribute('href')).toBe(`/lists/${list?.id}`);
  },
);

it('thanks even if responses take longer than the time between two refreshes', async () => {
  const { pay } = open([at(-60)], {}, 3000);
  await screen.findByText('20 Nov 2026');
  pay(at(0));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByText(/Thank you. Your credits have been added./)).toBeDefined();
});

it('confirms a cancellation when the customer returns from Stripe, and refreshes the page', async () => {
  const { pay } = open([at(-60)], {}, 0, 'plan=canceled');
  await screen.findByText('Your subscription is canceled. It will not renew.');
  await screen.findByText('20 Nov 2026');
  pay(at(0));
  await vi.advanceTimersByTimeAsync(4000);
  await vi.waitFor(() => expect(screen.getAllByText('20 Nov 2026')).toHaveLength(2));
});
