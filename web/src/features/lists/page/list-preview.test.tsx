import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { billingExamples } from '../../../../../tests/support/examples/billing.ts';
import { listExamples } from '../../../../../shared/contract/examples/lists.ts';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import {
  finishedListDetail,
  renderListPage,
  stubBrowserApis,
} from '../../../testing/open-list.tsx';

stubBrowserApis();
beforeEach(() => localStorage.clear());

const { otherResponses } = listExamples.getFile;
const RETURNED = Date.UTC(2026, 10, 26, 9, 30);
const paidFor = `?purchase=ok&since=${RETURNED / 1000 - 60}`;
const payButton = () => screen.queryByRole('button', { name: /^Verify 6,100 addresses/ });
const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));

test('shows the expected result and the missing credits of a list that waits for credits', async () => {
  const { paused } = otherResponses;
  const previewed = { valid: 71, invalid: 18, risky: 8, unknown: 3, processed: 100 };
  const reasons = { accepted: 71, no_such_mailbox: 18, catch_all: 8, greylisted: 3 };
  let list: ListDetail = { ...paused.data, total_email: 5000, credits_needed: 6100 };
  renderListPage(() => list);
  await screen.findByText('Waiting for 4,900 credits.', { exact: false });
  expect(screen.queryByText(/^Sample of/)).toBeNull();
  cleanup();
  list = { ...list, credits_reserved: 100, reasons: { accepted: 9 }, valid: 9, processed: 9 };
  renderListPage(() => list);
  const step = 'Checking a free sample of 100.';
  // Not announced, because every step would be read out.
  expect((await screen.findByText(step)).ariaLive).toBe('off');
  expect(screen.queryByText('Paused')).toBeNull();
  // Payment is not offered before the sample shows what to expect.
  expect(payButton()).toBeNull();
  cleanup();
  list = { ...list, ...previewed, reasons };
  const { sent } = renderListPage(() => list);
  const lead = await screen.findByText('Sample of 100: about 71% safe, 18% to remove (±10 points)');
  expect(lead.ariaLive).toBe('polite');
  // The expected result and the price of the rest come first, and the page does not report missing
  // credits.
  const rest = await screen.findByRole('button', {
    name: 'Verify 6,100 addresses for €25.00\u00a0excl. VAT',
  });
  expect(lead.parentElement?.firstElementChild).toBe(lead);
  expect(lead.parentElement?.textContent).toContain('Paused');
  expect(screen.queryByText(/not enough|Waiting for/)).toBeNull();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard',
    '/pricing-plan?credits=4900',
  ]);
  // All packs are paid for together, on a page that leads back to this list.
  fireEvent.click(rest);
  await expect
    .poll(() => sent)
    .toEqual([{ items: [{ plan_id: 'pack_1000', quantity: 5 }], list_id: list.id }]);
});

test('offers the rest only after reading the balance again, because the preview has reserved credits', async () => {
  const queries = new QueryClient();
  const balance = Promise.withResolvers<object>();
  const read = vi.fn<() => object | Promise<object>>(() => balance.promise);
  read.mockReturnValueOnce({});
  await queries.prefetchQuery({ queryKey: ['me'], queryFn: read });
  queries.setQueryData(['plans'], billingExamples.getPlan.response.data);
  renderListPage(() => ({ ...otherResponses.paused.data, credits_needed: 6100 }), { queries });
  await screen.findByText('Waiting for 4,900 credits.', { exact: false });
  await expect.poll(() => read).toHaveBeenCalledTimes(2);
  expect(payButton()).toBeNull();
  balance.resolve({});
  await expect.poll(payButton).not.toBeNull();
});

test('shows no second pay button until the credits of a payment have arrived', async () => {
  vi.useFakeTimers({ now: RETURNED, shouldAdvanceTime: true });
  let list: ListDetail = { ...otherResponses.paused.data, credits_needed: 6100 };
  const payments = [new Date(RETURNED - 3600_000).toISOString()];
  const returnTo = (query: string) => renderListPage(() => list, { query, paidAt: () => payments });
  returnTo(paidFor);
  await screen.findByText('Payment received, starting…');
  await seconds(30);
  expect(payButton()).toBeNull();
  expect(screen.queryByText(/Waiting for|You have the credits/)).toBeNull();
  // Simulates another tab, or a reload without Stripe's parameters.
  cleanup();
  returnTo('');
  await screen.findByText('Payment received, starting…');
  expect(payButton()).toBeNull();
  await seconds(5 * 60);
  await screen.findByText(/credits are late/);
  expect(payButton()).toBeNull();
  payments.unshift(new Date(RETURNED - 30_000).toISOString());
  list = { ...finishedListDetail };
  await seconds(25);
  await screen.findByText('addresses selected of 4,800', { exact: false });
  expect(screen.queryByText(/Payment received/)).toBeNull();
});

test('notices a payment if responses take longer than the time between two refreshes', async () => {
  vi.useFakeTimers({ now: RETURNED, shouldAdvanceTime: true });
  let list: ListDetail = { ...otherResponses.paused.data, credits_needed: 6100 };
  const payments: string[] = [];
  renderListPage(() => list, { query: paidFor, paidAt: () => payments });
  await screen.findByText('Payment received, starting…');
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await new Promise((done) => setTimeout(done, 3000));
    return fetch(...request);
  });
  payments.push(new Date(RETURNED - 30_000).toISOString());
  list = { ...finishedListDetail };
  await seconds(10);
  expect(await screen.findByText('addresses selected of 4,800', { exact: false })).toBeDefined();
});

test('shows the pay button again if the credits that arrived are too few', async () => {
  vi.useFakeTimers({ now: RETURNED, shouldAdvanceTime: true });
  const list = { ...otherResponses.paused.data, credits_needed: 6100 };
  const paidAt = () => [new Date(RETURNED - 30_000).toISOString()];
  renderListPage(() => list, { query: paidFor, paidAt });
  await screen.findByText('Payment received, starting…');
  await seconds(6);
  // The list and the balance may have been read before the payment.
  expect(payButton()).toBeNull();
  await seconds(8);
  await screen.findByRole('button', { name: /^Verify 6,100 addresses/ });
  expect(screen.queryByText(/Payment received/)).toBeNull();
  // A later visit does not mention the payment again.
  for (const query of ['', paidFor]) {
    cleanup();
    renderListPage(() => list, { query, paidAt });
    await screen.findByRole('button', { name: /^Verify 6,100 addresses/ });
    expect(screen.queryByText(/Payment received/)).toBeNull();
  }
});

test('ignores the return from a payment of last week, and links that nobody paid for', async () => {
  vi.useFakeTimers({ now: RETURNED, shouldAdvanceTime: true });
  const list = { ...otherResponses.paused.data, credits_needed: 6100 };
  for (const since of [`${RETURNED / 1000 - 7 * 86_400}`, 'never', '']) {
    renderListPage(() => list, { query: `?purchase=ok&since=${since}` });
    expect(await screen.findByRole('button', { name: /^Verify 6,100 addresses/ })).toBeDefined();
    cleanup();
  }
});
