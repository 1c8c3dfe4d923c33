import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { eventDataSchemas } from '../../../../shared/contract/events.ts';
import type { DeliveryDetail, Endpoint } from '../../../../shared/contract/webhooks.ts';
import { paths } from '../../lib/paths.ts';
import { stubBrowserApis } from '../../testing/open-list.tsx';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

stubBrowserApis();
afterEach(() => toast.remove());

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const ENDPOINT: Endpoint = {
  id: 'e1',
  url: 'https://crm.customer.test/hook',
  description: '',
  events: ['list.finished'],
  status: 'on',
  created_at: '2026-11-20T09:00:00.000Z',
  made_by: 'web',
  test: false,
  failing_since: null,
};
const WAITING: DeliveryDetail = {
  id: 'd1',
  type: 'webhook.test',
  created_at: '2026-11-20T10:00:00.000Z',
  status: 'waiting',
  attempts: 1,
  next_attempt_at: '2026-11-20T10:00:05.000Z',
  last: { at: '2026-11-20T10:00:00.000Z', ms: 12, status: 500, error: null },
  payload: '{"type":"webhook.test","data":{}}',
  answer: '<b id="evil">down</b>',
};
const DELIVERED: DeliveryDetail = {
  ...WAITING,
  status: 'delivered',
  attempts: 2,
  next_attempt_at: null,
  last: { at: '2026-11-20T10:00:05.000Z', ms: 9, status: 204, error: null },
  answer: '',
};

/** Opens a page with these endpoints and deliveries, which tests can change. */
function open(path: string, endpoints: Endpoint[] = [], deliveries: DeliveryDetail[] = []) {
  const calls: string[] = [];
  const handlers: Record<string, (body: Partial<Endpoint>) => object> = {
    'GET /api/webhooks': () => endpoints,
    'POST /api/webhooks': (body) => {
      endpoints.push({ ...ENDPOINT, ...body });
      return { ...ENDPOINT, ...body, secret: SECRET };
    },
    'POST /api/webhooks/e1': (body) => {
      endpoints[0] = { ...ENDPOINT, ...body };
      return endpoints[0];
    },
    'DELETE /api/webhooks/e1': () => endpoints.splice(0, 1) && {},
    'POST /api/webhooks/e1/secret': () => ({ ...ENDPOINT, secret: SECRET }),
    'POST /api/webhooks/e1/test': () => {
      deliveries[0] = WAITING;
      return WAITING;
    },
    'GET /api/webhooks/e1/deliveries': () => ({ deliveries, next: '01KAJ4T6Q8Z3M5N7P9R1S2V4WX' }),
    'GET /api/webhooks/e1/deliveries?cursor=01KAJ4T6Q8Z3M5N7P9R1S2V4WX': () => ({
      deliveries: [],
      next: null,
    }),
    'GET /api/webhooks/e1/deliveries/d1': () => deliveries[0] ?? {},
    'POST /api/webhooks/e1/deliveries/d1': () => {
      deliveries[0] = WAITING;
      return WAITING;
    },
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${url}`;
    calls.push(method === 'GET' ? call : `${call} ${String(body ?? '')}`.trim());
    const text = String(body ?? '{}');
    if (text.includes('localhost')) {
      const message = 'This URL cannot be reached from the internet';
      return Response.json(
        { message: [message], code: 'validation', fields: { url: [message] } },
        { status: 422 },
      );
    }
    return Response.json({ data: handlers[call]?.(JSON.parse(text)) });
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderInApp(
    <Routes>
      <Route path={paths.webhooks} Component={WebhooksPage} />
      <Route path={paths.webhook} Component={WebhookPage} />
    </Routes>,
    { queries, entry: path },
  );
  const user = userEvent.setup();
  /** Presses the last button with this name, which is in the dialog if one is open. */
  const press = async (name: string, role = 'button') => {
    const found = await screen.findAllByRole(role, { name });
    await user.click(found.at(-1) ?? document.body);
  };
  const mutations = () => calls.filter((call) => !call.startsWith('GET'));
  return { user, press, calls, mutations, queries, deliveries };
}

const dialog = () => screen.findByRole('dialog', { hidden: true });

test('shows an event and a command that sends it while there is no endpoint', async () => {
  open('/webhooks');
  const { textContent } = await screen.findByRole('group', { name: /^What your server/ });
  expect(textContent).toMatch(
    /^curl http:\/\/localhost:4000\/ -H 'content-type: application\/json' /,
  );
  const event: unknown = JSON.parse(/-d '(.*)'$/s.exec(textContent)?.[1] ?? '');
  expect(event).toMatchObject({ type: 'list.finished' });
  expect(eventDataSchemas['list.finished'].parse((event as { data: unknown }).data)).toBeDefined();
  cleanup();
  open('/webhooks', [ENDPOINT]);
  await screen.findByText(ENDPOINT.url);
  expect(screen.queryByText(/^What your server/)).toBeNull();
});

test('adds an endpoint with its events, and shows its secret once without storing it', async () => {
  const { user, press, mutations, queries } = open('/webhooks');
  await screen.findByText(/^No endpoints yet/);
  await press('Add an endpoint');
  const url = screen.getByLabelText('URL');
  await user.click(url);
  await user.paste('http://localhost/x');
  await press('Add');
  await within(await dialog()).findByText('This URL cannot be reached from the internet');
  expect(document.activeElement).toBe(url);

  await user.clear(url);
  await user.paste(ENDPOINT.url);
  await press('A list is finished list.finished', 'checkbox');
  await press('Add');
  await screen.findByText('This field is required');
  await press('Few credits are left credits.low', 'checkbox');
  await press('Add');
  await screen.findByText(SECRET);
  expect(mutations().at(-1)).toBe(
    `POST /api/webhooks ${JSON.stringify({ url: ENDPOINT.url, events: ['credits.low'], description: '' })}`,
  );
  await press('I have saved it');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(ENDPOINT.url);
  const storedData = [
    queries
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
    localStorage,
  ];
  expect(JSON.stringify([storedData, document.body.innerHTML])).not.toContain(SECRET);
});

test('follows a test event until it is delivered, and shows its content as text', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(WAITING.created_at) });
  const { press, mutations, deliveries, calls } = open('/webhooks/e1', [ENDPOINT]);
  await screen.findByText(/^Nothing sent yet/);
  await press('Send a test event');
  await screen.findByText('Waiting');
  expect(screen.getByText('500')).toBeDefined();
  deliveries[0] = DELIVERED;
  await act(() => vi.advanceTimersByTimeAsync(5500));
  await screen.findByText('Delivered');
  const callCount = calls.length;
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(calls.length, 'no polling after the last delivery').toBe(callCount);

  await press(
    screen.getByRole('button', { name: /^Delivery of/ }).getAttribute('aria-label') ?? '',
  );
  const sent = await screen.findByRole('group', { name: 'Request' });
  expect(sent.textContent).toBe(JSON.stringify(JSON.parse(DELIVERED.payload), undefined, 2));
  expect(screen.getByRole('group', { name: 'Response' }).textContent).toBe('(an empty body)');
  await press('Resend');
  expect((await screen.findByText('<b id="evil">down</b>')).tagName).toBe('CODE');
  expect(document.getElementById('evil')).toBeNull();
  expect(mutations()).toEqual([
    'POST /api/webhooks/e1/test',
    'POST /api/webhooks/e1/deliveries/d1',
  ]);
});

test('replaces a secret, turns an endpoint off and deletes it, each after a confirmation', async () => {
  const { press, mutations } = open('/webhooks/e1', [ENDPOINT]);
  await press('Replace the secret');
  expect((await dialog()).textContent).toContain('For 24\u00a0hours');
  await press('Cancel');
  await press('Replace the secret');
  await press('Replace the secret');
  await screen.findByText(SECRET);
  await press('I have saved it');
  expect(screen.queryByText(SECRET)).toBeNull();

  await press('Send events to this endpoint', 'switch');
  await screen.findByText('Off');
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Send a test event' }).disabled,
  ).toBe(true);

  await press('Delete');
  await press('Cancel');
  await press('Delete');
  await press('Delete');
  await screen.findByText(/^No endpoints yet/);
  expect(mutations()).toEqual([
    'POST /api/webhooks/e1/secret',
    'POST /api/webhooks/e1 {"status":"off"}',
    'DELETE /api/webhooks/e1',
  ]);
});

test('shows which key created an endpoint, and that it is deleted with the key', async () => {
  const made = { ...ENDPOINT, made_by: '0aZ9' };
  const ofTestKey = Array.from({ length: 9 }, (_, index) => ({
    ...ENDPOINT,
    id: `t${index}`,
    made_by: '7bCd',
    test: true,
  }));
  open('/webhooks', [ENDPOINT, { ...made, id: 'e2' }, ...ofTestKey]);
  const byKey = 'API key tms_live_…\u20600aZ9 (deleted with the key)';
  await screen.findByText(byKey);
  expect(screen.getAllByText('The web app')).toHaveLength(1);
  const byTestKey = 'Test key tms_test_…\u20607bCd (deleted with the key)';
  expect(screen.getAllByText(byTestKey)).toHaveLength(9);
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add an endpoint' });
  expect(add.disabled, 'endpoints of the test key do not count toward the limit').toBe(false);
  cleanup();
  open('/webhooks/e1', [made]);
  await screen.findByText(byKey);
});

test('pages through older deliveries, and shows since when deliveries fail', async () => {
  const since = '2026-11-19T08:00:00.000Z';
  const { press, calls } = open('/webhooks/e1', [{ ...ENDPOINT, failing_since: since }], [WAITING]);
  await screen.findByText(/^Failing since 19 Nov 2026\. We keep retrying/);
  await press('Older', 'link');
  await screen.findByText(/^Nothing sent yet/);
  expect(calls.at(-1)).toContain('cursor=01KAJ4T6Q8Z3M5N7P9R1S2V4WX');
  await press('Newest', 'link');
  await screen.findByText('Waiting');
});

test.each(['/webhooks/other', '/webhooks/:id'])('reports that %s does not exist', async (path) => {
  open(path, [ENDPOINT]);
  expect(await screen.findByText(/^There is no such endpoint/)).toBeDefined();
});

test.each([
  ['ERR_SECRET_UNREADABLE', 'Not sent: the signing secret must be replaced'],
  ['ERR_UNPROVEN', /^Not sent: until the first 2xx response/],
  ['EPROTO', 'None: EPROTO'],
])('shows why an attempt got no response: %s', async (error, text) => {
  const last = { at: '2026-11-20T10:00:00.000Z', ms: 1, status: null, error };
  open('/webhooks/e1', [ENDPOINT], [{ ...DELIVERED, status: 'failed', last }]);
  expect(await screen.findByText(text)).toBeDefined();
});
