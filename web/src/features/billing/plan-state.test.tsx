import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { accountExamples } from '../../../../tests/support/examples/account.ts';
import { billingExamples } from '../../../../tests/support/examples/billing.ts';
import { MeContext } from '../../lib/me.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { PlanState } from './plan-state.tsx';

const PLAN = {
  id: 'monthly_5000',
  past_due: false,
  renews_at: '2026-12-20T09:30:00.000Z',
  ends_at: null,
  changes_to: null,
};
const { card, next } = billingExamples.renewal.response.data;

/**
 * Opens the plan card with this renewal, or with a failed call. Each new render simulates a poll.
 */
function open(renewal: object | undefined) {
  const fetchMock = vi.fn<() => Promise<Response>>(async () =>
    renewal === undefined ? new Response('', { status: 503 }) : Response.json({ data: renewal }),
  );
  vi.stubGlobal('fetch', fetchMock);
  const page = (change: object) => (
    <MeContext value={{ ...accountExamples.me.response.data, plan: { ...PLAN, ...change } }}>
      <PlanState />
    </MeContext>
  );
  const { rerender } = renderInApp(page({}));
  return { fetchMock, poll: (change = {}) => rerender(page(change)) };
}
const RENEWS = 'Renews on 20 Dec 2026.';
const lines = () =>
  screen
    .getByText(RENEWS)
    .parentElement?.querySelectorAll('p + p')
    .values()
    .map(({ textContent }) => textContent)
    .toArray();

it.each([
  [{ card, next }, ['Next payment: €21.60 (incl. €3.60 VAT)', 'Visa •••• 4242, expires 12/2034']],
  [
    { card: { ...card, brand: 'jcb' }, next: { ...next, vat_cents: 0 } },
    ['Next payment: €21.60 (no VAT)', 'Card •••• 4242, expires 12/2034'],
  ],
  [{ card: null, next: { ...next, price_cents: 100 } }, ['Next payment: €1.00']],
  [undefined, []],
])('reserves two lines while loading, then shows %o', async (renewal, expected) => {
  open(renewal);
  expect(lines()).toEqual([RENEWS, '\u00a0', '\u00a0']);
  await expect.poll(lines).toEqual([RENEWS, ...expected]);
});

it('loads the renewal once, and again only if the plan changes', async () => {
  const { fetchMock, poll } = open({ card, next });
  await screen.findByText(/4242/);
  poll();
  expect(fetchMock).toHaveBeenCalledOnce();
  poll({ renews_at: null, ends_at: PLAN.renews_at });
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

it('shows when a canceled plan ends, and offers to resume it instead of canceling', async () => {
  const { poll } = open({ card, next: null });
  expect(screen.getByRole('button', { name: 'Cancel my subscription' })).toBeDefined();
  poll({ renews_at: null, ends_at: PLAN.renews_at });
  const ends = 'Ends on 20 Dec 2026 and does not renew. You keep your credits.';
  expect(await screen.findByText(ends)).toBeDefined();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Resume my subscription',
  ]);
});

it('promises no end of charges while a failed payment will be tried again', async () => {
  const { poll } = open({ card, next: null });
  poll({ past_due: true, renews_at: null, ends_at: PLAN.renews_at });
  await screen.findByText(/We will try again/);
  expect(
    screen.getByText('Ends on 20 Dec 2026 and does not renew. You keep your credits.'),
  ).toBeDefined();
  expect(screen.queryByText(/not charged/)).toBeNull();
});
