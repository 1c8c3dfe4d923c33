import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { accountExamples } from '../../../../shared/contract/examples/account.ts';
import { billingExamples } from '../../../../shared/contract/examples/billing.ts';
import { createServices, ServicesContext } from '../../lib/api.ts';
import { defaultConfig } from '../../lib/config.ts';
import { MeContext } from '../../lib/me.ts';
import { createSession } from '../../lib/session.ts';
import { startEnglish } from '../../testing/i18n.ts';
import { WithdrawalPage } from './withdrawal-page.tsx';

beforeAll(startEnglish);
afterEach(cleanup);

const services = createServices(defaultConfig, createSession());
const { data: paged } = billingExamples.billings.response;
const DAY_MS = 24 * 3600 * 1000;

it('offers every purchase of the last 14 days, also where they fill more than a page', async () => {
  // Two a day, newest first, ten a page.
  const rows = Array.from({ length: 40 }, (_, at) => ({
    ...paged.data[0],
    id: `purchase-${at}`,
    date: new Date(Date.now() - (at * DAY_MS) / 2).toISOString(),
  }));
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const page = Number(new URL(url, location.href).searchParams.get('page'));
    const data = rows.slice((page - 1) * 10, page * 10);
    return Response.json({ data: { ...paged, data, current_page: page, last_page: 4, total: 40 } });
  });
  render(
    <ServicesContext value={services}>
      <QueryClientProvider client={new QueryClient()}>
        <MeContext value={accountExamples.me.response.data}>
          <WithdrawalPage />
        </MeContext>
      </QueryClientProvider>
    </ServicesContext>,
  );
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.getAttribute('value'))).toEqual(
    rows.slice(0, 30).map(({ id }) => id),
  );
});
