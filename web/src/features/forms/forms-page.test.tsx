import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { accountExamples } from '../../../../shared/contract/examples/account.ts';
import { formExamples } from '../../../../shared/contract/examples/forms.ts';
import { createServices, ServicesContext } from '../../lib/api.ts';
import { defaultConfig } from '../../lib/config.ts';
import { MeContext } from '../../lib/me.ts';
import { createSession } from '../../lib/session.ts';
import { startEnglish } from '../../testing/i18n.ts';
import { FormsPage } from './forms-page.tsx';

beforeAll(startEnglish);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const me = accountExamples.me.response.data;
const { data: FORM } = formExamples.updateForm.response;

function open(overBound: number, apiKey: string | null = null): void {
  vi.stubGlobal('FORM_SCRIPT', { file: '/form/v1-abc.js', integrity: 'sha384-abc' });
  const days = [Object.assign({}, ...FORM.days, { over_bound: overBound })];
  vi.stubGlobal('fetch', async () => Response.json({ data: { forms: [{ ...FORM, days }] } }));
  const services = createServices(defaultConfig, createSession());
  render(
    <ServicesContext value={services}>
      <QueryClientProvider client={new QueryClient()}>
        <MeContext value={{ ...me, api_key: apiKey }}>
          <MemoryRouter>
            <FormsPage />
          </MemoryRouter>
        </MeContext>
      </QueryClientProvider>
    </ServicesContext>,
  );
}

test('a form has a line for the page, held to the hash of its script', async () => {
  open(0);
  const line = await screen.findByRole('group', { name: 'In your page' });
  expect(line.textContent).toBe(
    `<script src="${location.origin}/form/v1-abc.js" integrity="sha384-abc" crossorigin="anonymous" data-key="${FORM.live_key}" async></script>`,
  );
  expect(screen.queryByText(/your limit was reached/)).toBeNull();
});

test('a form whose bound was spent says how many passed without a check', async () => {
  open(12);
  const passed = /without a mailbox check, as your limit was reached: 12\./;
  expect(await screen.findByText(passed)).toBeDefined();
});

test('a customer who has not paid is told what forms answer for', async () => {
  open(0);
  await screen.findByText(/Forms check real addresses from your first purchase on/);
  expect(screen.getByRole('link', { name: 'See the prices' }).getAttribute('href')).toBe(
    '/pricing-plan',
  );
  cleanup();
  open(0, 'tms_live_1');
  await screen.findByRole('group', { name: 'In your page' });
  expect(screen.queryByText(/your first purchase/)).toBeNull();
});
