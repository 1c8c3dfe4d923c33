import { QueryClient } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { accountExamples } from '../../../../tests/support/examples/account.ts';
import { billingExamples } from '../../../../tests/support/examples/billing.ts';
import { lowCreditsExamples } from '../../../../tests/support/examples/low-credits.ts';
import type { PlanRow } from '../../../../shared/contract/billing.ts';
import { PLAN_TYPE } from '../../../../shared/model/plans/plan-type.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { LowCreditsSettings } from './low-credits.tsx';

const pack = billingExamples.getPlan.response.data.find(({ type }) => type === PLAN_TYPE.credits);
const paid = { me: { ...accountExamples.me.response.data, api_key: 'tms_live_1' } };

/** Opens the form as a customer who has paid, with prices in this VAT mode. */
function open(vat: PlanRow['vat']) {
  vi.stubGlobal('fetch', async (url: string | URL) =>
    Response.json({
      data: String(url).includes('low-credits')
        ? { warn_below: null, top_up: null }
        : [{ ...pack, vat, price_cents: 2400 }],
    }),
  );
  renderInApp(<LowCreditsSettings />, paid);
}

it.each([
  ['excluded', '€24.00\u00a0excl. VAT'],
  ['not_applicable', '€24.00'],
] as const)('asks for consent to an amount with the right VAT mode: %s', async (vat, price) => {
  open(vat);
  const option = await screen.findByRole('option', { name: new RegExp(`credits for ${price}$`) });
  const select = screen.getByRole('combobox');
  fireEvent.change(select, { target: { value: option.getAttribute('value') } });
  const consent = screen.getByText(/^By saving, you allow/);
  expect(consent.textContent).toContain(`charge your saved card ${price} automatically`);
});

it('does not turn a top-up on again that was turned off elsewhere since the last visit', async () => {
  let stored: unknown = lowCreditsExamples.lowCredits.response.data;
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method !== 'GET') sent.push(JSON.parse(String(body)));
    const plan = { ...pack, id: lowCreditsExamples.lowCredits.response.data.top_up.plan_id };
    return Response.json({ data: url.includes('low-credits') ? stored : [plan] });
  });
  const queries = new QueryClient();
  const visit = () => renderInApp(<LowCreditsSettings />, { ...paid, queries });
  const first = visit();
  await screen.findByText('Save these choices');
  first.unmount();
  await new Promise((done) => setTimeout(done));
  stored = { warn_below: 2000, top_up: null };
  visit();
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  fireEvent.click(await screen.findByText('Save these choices'));
  await vi.waitFor(() => expect(sent).toEqual([{ warn_below: 2000, top_up: null }]));
});

it('offers to save nothing while the packs are unknown, because that would end the top-up', async () => {
  const { top_up } = lowCreditsExamples.lowCredits.response.data;
  let isDown = true;
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('low-credits')) return Response.json({ data: { warn_below: null, top_up } });
    if (isDown) return Response.json({}, { status: 503 });
    return Response.json({ data: [{ ...pack, id: top_up.plan_id }] });
  });
  renderInApp(<LowCreditsSettings />, paid);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('Save these choices')).toBeNull();
  isDown = false;
  fireEvent.click(retry);
  await screen.findByText('Save these choices');
  expect(screen.getByRole('combobox')).toHaveProperty('value', top_up.plan_id);
});
