import { execFileSync } from 'node:child_process';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createSession } from '../../../lib/session.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { createSnippets, ApiPlayground } from './api-playground.tsx';

const TEST_KEY = 'tms_test_1';
const PASTED_KEY = "tms_live_'2";

afterEach(() => createSession().end());

function open(respond: () => Promise<Response>) {
  const fetchMock = vi.fn<(url: string, call: RequestInit) => Promise<Response>>(respond);
  vi.stubGlobal('fetch', fetchMock);
  const session = createSession();
  session.start({ token: 'session-token', csrf_token: 'csrf' });
  renderInApp(<ApiPlayground testKey={TEST_KEY} />, { session });
  const user = userEvent.setup();
  const send = () => user.click(screen.getByRole('button', { name: 'Send the call' }));
  return { fetchMock, user, send };
}
const response = () => screen.findByRole('group', { name: 'Response' });
const curl = () => screen.getByRole('group', { name: 'curl' }).textContent;

test('shows status, headers and body of a call with the test key after one press', async () => {
  const { fetchMock, send } = open(async () =>
    Response.json({ data: 'This email is valid' }, { status: 200, headers: { 'x-other': '1' } }),
  );
  await send();
  expect((await response()).textContent).toBe(
    'content-type: application/json\n\n{\n  "data": "This email is valid"\n}',
  );
  expect(screen.getByText('200')).toBeDefined();
  expect(fetchMock.mock.calls).toEqual([
    [
      'http://localhost:3000/api/verify/email',
      {
        method: 'POST',
        credentials: 'omit',
        headers: { 'X-Api-Key': TEST_KEY, 'Content-Type': 'application/json' },
        body: '{"email":"deliverable@sandbox.test"}',
        signal: expect.any(AbortSignal),
      },
    ],
  ]);
});

test('uses a pasted key in the call and the code, and stores it nowhere', async () => {
  const { fetchMock, user, send } = open(async () =>
    Response.json({ code: 'too_many_requests' }, { status: 429, headers: { 'retry-after': '7' } }),
  );
  const key = screen.getByRole('textbox', { name: 'Key' });
  await user.clear(key);
  await user.type(key, ` ${PASTED_KEY} `);
  await send();
  expect((await response()).textContent).toContain('\nretry-after: 7\n\n{');
  expect(fetchMock.mock.calls[0]?.[1].headers).toMatchObject({ 'X-Api-Key': PASTED_KEY });
  expect(curl()).toContain(`tms_live_'\\''2`);
  const storage = [{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href];
  expect(JSON.stringify(storage)).not.toContain('tms_');
  expect(key.getAttribute('autocomplete')).toBe('off');
  cleanup();
  open(async () => Response.json({}));
  expect(document.body.innerHTML).not.toContain('tms_live');
});

test('reports that there was no response', async () => {
  const { send } = open(() => Promise.reject(new TypeError('Failed to fetch')));
  await send();
  expect(await screen.findByText(/^No response\./)).toBeDefined();
});

test('quotes the address for the shell in the curl command', () => {
  const [code] = createSnippets({ origin: 'http://x', apiKey: "a'b$c", email: `o'"n\\eil@x.fr` });
  const script = `curl() { printf '%s\\n' "$@"; }\n${code?.code}`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n')).toEqual([
    'http://x/api/verify/email',
    '-H',
    "X-Api-Key: a'b$c",
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify({ email: `o'"n\\eil@x.fr` }),
    '',
  ]);
});
