import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startLambdaApi } from '../../lab/embedded/lambda/endpoint.ts';
import { startTable } from '../../tests/support/dynamo.ts';
import { serveOverHttp } from '../../tests/support/http-service.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';
import { createRemoteEngine } from '../checks/adapters/remote-engine.ts';
import { invoke } from '../../tests/support/invoke.ts';
import { requireSecretGrant } from '../../tests/support/guarded-ports.ts';
import { extractMetrics } from '../../tests/support/embedded-metrics.ts';
import { testEnv } from '../../tests/support/test-env.ts';
import { createLog } from '../platform/create-log.ts';
import { checkService as handler } from './workers.ts';

/** A fake deployment on loopback, with the statuses that it sends to browsers and to API calls. */
let edge: Server;
let pageStatus = 200;
let callStatus = 200;
const calls: string[] = [];
beforeAll(async () => {
  edge = createServer((request: IncomingMessage, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers['x-api-key'] ?? 'nobody'}`);
    if (request.url === '/') response.writeHead(pageStatus).end('<!doctype html><html></html>');
    else
      response
        .writeHead(callStatus, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: ['no'], code: 'forbidden' }));
  }).listen(0, '127.0.0.1');
  await once(edge, 'listening');
});
afterAll(() => edge.close());
beforeEach(() => {
  [pageStatus, callStatus] = [200, 200];
  calls.length = 0;
});

const originOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** The start of an hour, because a list is due in its first five minutes. */
const FULL_HOUR = Date.UTC(2026, 0, 31, 10);

async function tryWith(
  key: string | undefined,
  at = originOf(edge),
  startedAt: number = FULL_HOUR,
) {
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => 0,
    (line) => lines.push(line),
  );
  const read = async () => {
    requireSecretGrant('SERVICE_KEY_SECRET_ID');
    return key ?? '';
  };
  const deps = {
    clock: { now: () => startedAt },
    env: testEnv({ PUBLIC_ORIGIN: at }),
    log,
    serviceKey: key === undefined ? undefined : { read, write: async () => {} },
  };
  await invoke(handler, deps, {});
  const found = extractMetrics(lines.at(-1) ?? '').filter(({ metric }) => metric === 'failed');
  return { failed: found.map(({ value }) => value), events: lines.join('') };
}

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

describe('with the real handlers', () => {
  /**
   * Serves a new customer's API. The engine's function fails every call of the given priority: 2 is
   * a check, 1 a list.
   */
  async function serve(broken: readonly number[]) {
    const lambda = await startLambdaApi();
    onTestFinished(lambda.close);
    lambda.serve({ invoke: () => Promise.reject(new Error('broken')) });
    const client = new LambdaClient({
      region: 'eu-west-3',
      endpoint: lambda.url,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    const table = await startTable();
    onTestFinished(table.stop);
    const world = await createPipelineHarness(table);
    const { verify } = world.engine;
    const brokenEngine = createRemoteEngine(client, { name: 'engine', domainsOnly: false });
    world.engine.verify = (addresses, options) =>
      broken.includes(options.priority)
        ? brokenEngine.verify(addresses, options)
        : verify(addresses, options);
    // If the engine is broken, two hours pass at each call, in which the list is abandoned.
    const { origin, server } = await serveOverHttp(world, () =>
      broken.length > 0 ? world.advanceMinutes(120, 10) : world.drain(),
    );
    onTestFinished(() => void server.close());
    const user = await world.context.accounts.get(world.userId);
    const key = (user && (await world.context.apiKeys.revealTest(user))) ?? '';
    return { world, origin, key };
  }

  /** Runs `npm run smoke`. Returns its exit code and the last line of its output. */
  async function smoke(origin: string, key: string) {
    const args = ['infra/smoke/cli.ts', '--url', origin];
    const child = spawn(process.execPath, args, { env: { ...process.env, TAMIS_API_KEY: key } });
    const output = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: child.exitCode, last: output.slice(0, 2).join('').trimEnd().split('\n').at(-1) };
  }

  it('passes with the engine, like the smoke test, and leaves no list, email or charge', async () => {
    const { world, origin, key } = await serve([]);
    expect((await tryWith(key, origin)).failed).toEqual([0]);
    expect(await smoke(origin, key)).toEqual({
      code: 0,
      last: `The smoke test passed at ${origin}`,
    });
    expect([...world.engine.attempts]).toEqual([['engine@sandbox.invalid', 4]]);
    await world.advanceMinutes(3);
    expect([world.sent, world.blobs.keysWithContent()]).toEqual([[], []]);
    for (const owner of [world.userId, `test-${world.userId}`]) {
      expect(await Array.fromAsync(world.context.ledger.entries(owner))).toEqual([]);
      expect(
        (await world.context.lists.page(owner, { page: 1, size: 10, newestFirst: true })).data,
      ).toEqual([]);
    }
  });

  it('verifies a list in the first run of an hour, and an address in each run', async () => {
    const { world, origin, key } = await serve([]);
    const attempts = () => world.engine.attempts.get('engine@sandbox.invalid') ?? 0;
    const emitted = () =>
      world.context.lines.filter((line) => line.includes('"_aws"')).flatMap(extractMetrics);
    for (let minute = 5; minute < 60; minute += 5) {
      const { failed } = await tryWith(key, origin, FULL_HOUR + minute * 60_000);
      expect([minute, failed, attempts()]).toEqual([minute, [0], minute / 5]);
    }
    expect((await tryWith(key, origin, FULL_HOUR + 60 * 60_000)).failed).toEqual([0]);
    expect(attempts()).toBe(13);
    await world.drain();
    expect(emitted()).toEqual([]);
  });

  it.each([
    ['every call', [1, 2], 'check one address. The API responded: '],
    ['every call for lists', [1], 'is unknown (server_error) in the result'],
  ])('fails if the engine fails %s, like the smoke test', async (_, broken, reason) => {
    const { origin, key } = await serve(broken);
    const { failed, events } = await tryWith(key, origin);
    expect([failed, events]).toEqual([[1], expect.stringContaining(reason)]);
    expect(await smoke(origin, key)).toEqual({ code: 1, last: expect.stringContaining(reason) });
  });
});
