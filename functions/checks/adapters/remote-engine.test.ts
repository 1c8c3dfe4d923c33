import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startLambdaApi } from '../../../lab/embedded/lambda/endpoint.ts';
import { startHttpService } from '../../../lab/embedded/services/http-service.ts';
import { createFakeEngine, createFakeVerdict } from '../../../tests/support/fake-engine.ts';
import { invoke } from '../../../tests/support/invoke.ts';
import { createMemoryBlobs } from '../../../tests/support/memory-blobs.ts';
import { testEnv } from '../../../tests/support/test-env.ts';
import type { Verdict } from '../../../shared/contract/checks.ts';
import { lambdaClient } from '../../platform/clients.ts';
import { createLog } from '../../platform/create-log.ts';
import { currentRequestId, withRequestId } from '../../platform/request-id.ts';
import { engine as handler, handleEngineCall } from '../workers.ts';
import type { Engine } from './engine.ts';
import { createRemoteEngine } from './remote-engine.ts';

const ARN = 'arn:aws:lambda:eu-west-3:000000000000:function:engine';
const options = { deadline: 1, attempt: 0, priority: 2, customer: 'ada' } as const;

afterEach(() => vi.unstubAllEnvs());

/** Creates a client of an engine whose Lambda function is `run`, called over HTTP. */
async function engineAt(
  run: (name: string, event: unknown) => Promise<unknown>,
  { name = ARN, domainsOnly = false } = {},
): Promise<Engine> {
  const lambda = await startLambdaApi();
  lambda.serve({ invoke: run });
  onTestFinished(lambda.close);
  return clientOf(lambda.url, { name, domainsOnly });
}

function clientOf(url: string, { name = ARN, domainsOnly = false } = {}): Engine {
  vi.stubEnv('AWS_REGION', 'eu-west-3');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', url);
  return createRemoteEngine(lambdaClient(), { name, domainsOnly });
}

const verify = (engine: Engine, addresses: readonly string[]) =>
  Array.fromAsync(engine.verify(addresses, options));

describe('the engine in its own function', () => {
  const offline = { ...createFakeEngine(), connections: 5 };
  const fake = createFakeEngine();
  const run = async (name: string, event: unknown) => {
    expect(name).toBe('engine');
    return handleEngineCall({ egressEngine: fake, offlineEngine: offline }, event);
  };

  it.each([ARN, 'engine'])('returns the verdict of each address, called as %s', async (name) => {
    const engine = await engineAt(run, { name });
    const found = await verify(engine, ['ok@a.fr', 'bad@a.fr', 'grey@a.fr']);
    expect(found.map(({ index, verdict: { email, reason } }) => [index, email, reason])).toEqual([
      [0, 'ok@a.fr', 'accepted'],
      [1, 'bad@a.fr', 'no_such_mailbox'],
      [2, 'grey@a.fr', 'greylisted'],
    ]);
  });

  it('passes the limits of the run, and the id of the API call for the log', async () => {
    const calls: unknown[] = [];
    const remote: Engine = {
      connections: 0,
      async *verify(...given) {
        calls.push([...given, currentRequestId()]);
        yield* [];
      },
    };
    const engine = await engineAt(async (_, event) =>
      handleEngineCall({ egressEngine: remote, offlineEngine: offline }, event),
    );
    await withRequestId('call-1', () => verify(engine, []));
    expect(calls).toEqual([[[], options, 'call-1']]);
  });

  it('contacts no mail server to check only a domain', async () => {
    const engine = await engineAt(run, { domainsOnly: true });
    fake.attempts.clear();
    expect(await verify(engine, ['ok@a.fr'])).toHaveLength(1);
    expect([fake.attempts.size, offline.attempts.get('ok@a.fr')]).toEqual([0, 1]);
  });

  it('counts the connections of all its runs', async () => {
    const opening: Engine = {
      connections: 7,
      async *verify() {
        Object.assign(opening, { connections: opening.connections + 2 });
        yield* [];
      },
    };
    const engine = await engineAt(async (_, event) =>
      handleEngineCall({ egressEngine: opening, offlineEngine: offline }, event),
    );
    await verify(engine, []);
    await verify(engine, []);
    expect(engine.connections).toBe(4);
  });

  it('fails if its function fails', async () => {
    const engine = await engineAt(run);
    await expect(verify(engine, ['poison@a.fr'])).rejects.toThrow('the engine failed: Unhandled');
  });
});

describe('a new version of the function', () => {
  const PROBE = 'engine@sandbox.invalid';
  const probe = (egressEngine: Engine, event: unknown) =>
    invoke(
      handler,
      {
        egressEngine,
        offlineEngine: createFakeEngine(),
        blobs: createMemoryBlobs(),
        clock: { now: () => 1 },
        env: testEnv(),
        log: createLog('silent', () => 1),
        retries: { schedule: async () => undefined },
      },
      event,
    );

  it.each([[{}], [undefined], [null]])('proves with the event %j that it works', async (event) => {
    const fake = createFakeEngine();
    expect(await probe(fake, event)).toMatchObject({ verdicts: [{ reason: 'no_such_domain' }] });
    expect([...fake.attempts.keys()]).toEqual([PROBE]);
  });

  it.each<[string, Engine['verify']]>([
    ['is unknown (dns_error)', () => answer('unknown', 'dns_error')],
    ['is deliverable (accepted)', () => answer('deliverable', 'accepted')],
    ['is undefined', async function* () {}],
    [
      'broken',
      () => {
        throw new Error('broken');
      },
    ],
  ])('fails the deployment if the probe %s', async (reason, fail) => {
    await expect(probe({ connections: 0, verify: fail }, {})).rejects.toThrow(reason);
  });

  async function* answer(...given: [Verdict['status'], Verdict['reason']]) {
    yield { index: 0, verdict: createFakeVerdict(PROBE, ...given) };
  }
});

/** A malicious mail server may have taken control of the engine's function. */
describe('an engine that lies', () => {
  const ok = createFakeVerdict('ok@a.fr', 'deliverable', 'accepted');
  const answers: readonly (readonly [lie: string, verdicts: unknown, error: RegExp])[] = [
    ['no verdict for an address', [], /0 verdicts for 1 addresses/],
    ['more verdicts than addresses', [ok, ok], /2 verdicts for 1 addresses/],
    ['an unknown status', [{ ...ok, status: 'perfect' }], /status/],
    ['a verdict that is none', [null], /verdicts/],
    ['no list', { 0: ok, length: 1 }, /verdicts/],
    ['nothing', undefined, /verdicts/],
  ];

  it.each(answers)('is not believed: %s', async (_, verdicts, error) => {
    const engine = await engineAt(async () => ({ connections: 0, verdicts }));
    await expect(verify(engine, ['ok@a.fr'])).rejects.toThrow(error);
  });

  it('cannot add fields to a verdict', async () => {
    const engine = await engineAt(async () => ({
      connections: 0,
      verdicts: [{ ...ok, PK: 'USER#1', egress: 'mta1' }],
    }));
    const [found] = await verify(engine, ['ok@a.fr']);
    expect(found?.verdict).toEqual(ok);
  });
});

it('reports that checks are unavailable if Lambda throttles its function', async () => {
  const { url, close } = await startHttpService((_, response) => {
    response.writeHead(429, { 'x-amzn-errortype': 'TooManyRequestsException' });
    response.end(JSON.stringify({ Reason: 'ReservedFunctionConcurrentInvocationLimitExceeded' }));
  });
  onTestFinished(close);
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1');
  await expect(verify(clientOf(url), ['ok@a.fr'])).rejects.toMatchObject({
    code: 'checks_unavailable',
  });
});
