import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { billingRoutes } from '../../../../shared/contract/billing.ts';
import { billingExamples } from '../../../../tests/support/examples/billing.ts';
import { listExamples } from '../../../../shared/contract/examples/lists.ts';
import { pricingPathFor } from '../../lib/paths.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { PricingPage } from './pricing-page.tsx';

const { data: page } = listExamples.listFiles.response;

const { data: waiting } = listExamples.getFile.otherResponses.paused;

function openPrices(rows: readonly object[]): void {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith(billingRoutes.getPlan.path))
      return Response.json(billingExamples.getPlan.response);
    if (path.startsWith(billingRoutes.billings.path))
      return Response.json({ data: { ...page, data: [] } });
    return Response.json({ data: path.includes(waiting.id) ? waiting : { ...page, data: rows } });
  });
  renderInApp(
    <>
      <PricingPage />
      <Link to={pricingPathFor(7000)}>Other</Link>
    </>,
    { entry: pricingPathFor(2000) },
  );
}

test('follows a link with another number of credits on the open page', async () => {
  openPrices([]);
  await screen.findByText(/for 2,000 addresses:$/);
  await userEvent.click(screen.getByRole('link', { name: 'Other' }));
  expect(await screen.findByText(/for 7,000 addresses:$/)).toBeDefined();
});

test('shows that a waiting list is paid for, while its credits are on the way', async () => {
  localStorage.setItem(`purchase:${waiting.id}`, `${Date.now() - 60_000} ${Date.now()}`);
  openPrices([waiting]);
  expect(await screen.findByText('Payment received, starting…')).toBeDefined();
});
