import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { formExamples } from '../../../../shared/contract/examples/forms.ts';
import { createServices, ServicesContext } from '../../lib/api.ts';
import { defaultConfig } from '../../lib/config.ts';
import { createSession } from '../../lib/session.ts';
import { startEnglish } from '../../testing/i18n.ts';
import { FormsPage } from './forms-page.tsx';

beforeAll(startEnglish);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const { data: FORM } = formExamples.updateForm.response;

function open(overBound: number): void {
  vi.stubGlobal('FORM_SCRIPT', { file: '/form/v1-abc.js', integrity: 'sha384-abc' });
  const days = [Object.assign({}, ...FORM.days, { over_bound: overBound })];
  vi.stubGlobal('fetch', async () => Response.json({ data: { forms: [{ ...FORM, days }] } }));
  const services = createServices(defaultConfig, createSession());
  render(
    <ServicesContext value={services}>
      <QueryClientProvider client={new QueryClient()}>
        <FormsPage />
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
  expect(screen.queryByText(/your bound was reached/)).toBeNull();
});

test('a form whose bound was spent says how many passed without a check', async () => {
  open(12);
  const passed = /without a check of their mailbox, since your bound was reached: 12\./;
  expect(await screen.findByText(passed)).toBeDefined();
});
