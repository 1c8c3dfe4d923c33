import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { invoke } from '../../tests/support/invoke.ts';
import { requireSecretGrant } from '../../tests/support/guarded-ports.ts';
import { extractMetrics } from '../../tests/support/embedded-metrics.ts';
import { testEnv } from '../../tests/support/test-env.ts';
import { createLog } from '../platform/create-log.ts';
import { systemClock } from '../platform/system.ts';
import { findSandboxVerdict } from '../checks/rules/sandbox.ts';
import { checkService as handler } from './workers.ts';

/** A fake deployment on loopback, with the statuses that it sends to browsers and to API calls. */
let edge: Server;
let pageStatus = 200;
let callStatus = 200;
const calls: string[] = [];
beforeAll(async () => {
  const body = () =>
    callStatus === 200
      ? {
          data: 'It can receive mail.',
          result: { ...findSandboxVerdict('deliverable@sandbox.test'), score: 97 },
        }
      : { message: ['no'], code: 'forbidden' };
  edge = createServer((request: IncomingMessage, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers['x-api-key'] ?? 'nobody'}`);
    if (request.url === '/') response.writeHead(pageStatus).end('<!doctype html><html></html>');
    else
      response
        .writeHead(callStatus, { 'content-type': 'application/json' })
        .end(JSON.stringify(body()));
  }).listen(0, '127.0.0.1');
  await once(edge, 'listening');
});
afterAll(() => edge.close());
beforeEach(() => {
  [pageStatus, callStatus] = [200, 200];
  calls.length = 0;
});

async function tryWith(key: string | undefined) {
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => 0,
    (line) => lines.push(line),
  );
  const origin = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;
  const read = async () => {
    requireSecretGrant('SERVICE_KEY_SECRET_ID');
    return key ?? '';
  };
  const deps = {
    clock: systemClock,
    env: testEnv({ PUBLIC_ORIGIN: origin }),
    log,
    serviceKey: key === undefined ? undefined : { read, write: async () => {} },
  };
  await invoke(handler, deps, {});
  const found = extractMetrics(lines.at(-1) ?? '').filter(({ metric }) => metric === 'failed');
  return { failed: found.map(({ value }) => value), events: lines.join('') };
}

it('opens the web app and checks an address with the test key', async () => {
  expect((await tryWith('tms_test_1')).failed).toEqual([0]);
  expect(calls).toEqual(['GET / nobody', 'POST /api/verify/email tms_test_1']);
});

it.each([
  ['the web app', () => (pageStatus = 403), 'The web app responded with status 403'],
  ['the API', () => (callStatus = 403), 'forbidden'],
])('fails if %s fails', async (_, breaks, reason) => {
  breaks();
  const { failed, events } = await tryWith('tms_test_1');
  expect(failed).toEqual([1]);
  expect(events).toContain('service_fails');
  expect(events).toContain(reason);
});

it('logs a missing or live key without counting it as a failure', async () => {
  for (const key of ['off', 'tms_live_1']) {
    const { failed, events } = await tryWith(key);
    expect(failed).toEqual([0]);
    expect(events).toContain('service_key_missing');
  }
  expect((await tryWith(undefined)).events).not.toContain('service_key_missing');
  expect(calls).toEqual([]);
});

it.todo('reaches the engine through a check and a list with the real handlers, and leaves nothing');
it.todo('fails if the engine fails every call, and still deletes its list');
