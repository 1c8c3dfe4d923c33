import { expect, it } from 'vitest';
import { createClient } from './index.ts';

interface Request {
  readonly call: string;
  readonly headers: Headers;
  readonly body: unknown;
}

function clientWith(...answers: object[]) {
  const requests: Request[] = [];
  const client = createClient(
    { baseUrl: 'https://tamis.test', apiKey: 'tms_test_1' },
    {
      sleep: async () => undefined,
      fetch: async (url, { method, headers, body } = {}) => {
        requests.push({ call: `${method} ${String(url)}`, headers: new Headers(headers), body });
        const answer = answers[requests.length - 1];
        return answer ? Response.json({ data: answer }) : new Response(null, { status: 204 });
      },
    },
  );
  return { ...client, requests };
}

const SENT = { list_id: 'l', categories: ['deliverable' as const], at: '2026-03-03T09:00:00Z' };

it('uploads a file with the form of the store, which never gets the key', async () => {
  const upload = { url: 'https://store.test/', fields: { key: 'bounces/1' } };
  const { bounces, requests } = clientWith({ id: 'r', state: 'waiting', upload });
  const file = { fileName: 'report.eml', sent: SENT, idempotencyKey: 'k' };
  expect(await bounces.reportFile('From: a', file)).toEqual({ id: 'r', state: 'waiting' });
  const [registration, form] = requests;
  expect(registration?.headers.get('idempotency-key')).toBe('k');
  expect(JSON.parse(String(registration?.body))).toEqual({
    sent: SENT,
    file: { name: 'report.eml', size: 7 },
  });
  expect([form?.call, form?.headers.get('x-api-key')]).toEqual(['POST https://store.test/', null]);
  const fields = form?.body as FormData | undefined;
  expect([...(fields?.keys() ?? [])]).toEqual(['key', 'file']);
});

it('waits for the refunds, and rejects if the file cannot be read', async () => {
  const { bounces } = clientWith({ state: 'reading' }, { state: 'checking' }, { state: 'done' });
  expect(await bounces.waitFor('r')).toEqual({ state: 'done' });
  const failed = clientWith({ state: 'failed', error: 'no_bounces' }).bounces;
  await expect(failed.waitFor('r')).rejects.toMatchObject({
    code: 'report_failed',
    messages: ['no_bounces'],
  });
});

it('loads the addresses page by page', async () => {
  const pages = [
    { bounces: [{ email: 'a' }], next: 'n' },
    { bounces: [{ email: 'b' }], next: null },
  ];
  const { bounces, requests } = clientWith(...pages);
  const rows = await Array.fromAsync(bounces.rows('r', { subject: 'sender' }));
  expect(rows.map(({ email }) => email)).toEqual(['a', 'b']);
  expect(requests.map(({ call }) => call)).toEqual([
    'GET https://tamis.test/api/bounces/r?subject=sender',
    'GET https://tamis.test/api/bounces/r?subject=sender&cursor=n',
  ]);
});
