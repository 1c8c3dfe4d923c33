import { expect, it } from 'vitest';
import { createClient } from './index.ts';

interface Request {
  readonly call: string;
  readonly key: string | null;
  readonly body: unknown;
}

function clientWith(...answers: object[]) {
  const requests: Request[] = [];
  const client = createClient(
    { baseUrl: 'https://tamis.test', apiKey: 'tms_live_1' },
    {
      sleep: async () => undefined,
      fetch: async (url, { method, headers, body } = {}) => {
        const key = new Headers(headers).get('idempotency-key');
        const sent = body === undefined ? undefined : JSON.parse(String(body));
        requests.push({ call: `${method} ${new URL(String(url)).pathname}`, key, body: sent });
        return Response.json({ data: answers[requests.length - 1] });
      },
    },
  );
  return { connections: client.connections, requests };
}

it('imports an audience and waits until its contacts are read', async () => {
  const found = { id: 'i', state: 'reading', read: 1 };
  const finished = { ...found, state: 'finished', read: 2 };
  const { connections, requests } = clientWith(found, found, finished);
  const audience = { id: 'a', name: 'News' };
  const { id } = await connections.importContacts('c', audience, {
    names: true,
    idempotencyKey: 'k',
  });
  const seen: number[] = [];
  const onProgress = ({ read }: { read: number }): void => void seen.push(read);
  expect(await connections.waitForImport(id, { onProgress })).toEqual(finished);
  expect(seen).toEqual([1, 2]);
  expect(requests.slice(0, 2)).toEqual([
    {
      call: 'POST /api/connections/c/imports',
      key: 'k',
      body: { audience_id: 'a', audience: 'News', names: true },
    },
    { call: 'GET /api/imports/i', key: null, body: undefined },
  ]);
});

it.each([
  ['failed', 'no_contacts', 'no_contacts'],
  ['paused', null, 'revoked'],
])('rejects if an import is %s', async (state, error, message) => {
  const { connections } = clientWith({ state, error });
  await expect(connections.waitForImport('i')).rejects.toMatchObject({
    code: `import_${state}`,
    messages: [message],
  });
});

it('waits for a job and its undoing among the jobs of the list', async () => {
  const job = { id: 'j2', list_id: 'l' };
  const other = { id: 'j1', state: 'failed' };
  const page = (state: string) => ({ can_resubscribe: true, jobs: [{ ...job, state }, other] });
  const { connections, requests } = clientWith(page('working'), page('undone'), page('failed'));
  expect(await connections.waitForJob(job)).toEqual({ ...job, state: 'undone' });
  await expect(connections.waitForJob(job)).rejects.toMatchObject({ code: 'apply_failed' });
  expect(requests.map(({ call }) => call)).toEqual(Array(3).fill('GET /api/apply'));
});

it('rejects if a list has no such job', async () => {
  const { connections } = clientWith({ can_resubscribe: true, jobs: [] });
  const job = { id: 'j', list_id: 'l' };
  await expect(connections.waitForJob(job)).rejects.toMatchObject({ code: 'not_found' });
});
