import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Verdict } from '../../packages/verifier/src/model/types.ts';
import { HOST_METRICS_NAMESPACE, hostGroupName } from '../../infra/stage/host-specs.ts';
import { expectedVerdictsOf, isExpected, listAddresses } from '../support/mailnet.ts';

/**
 * Runs the setup script of egress hosts with real dante, Unbound and nftables: two hosts on
 * loopback, and an engine that verifies addresses of a simulated mail internet through both.
 */

const WORLD = 'tests/ci/egress-hosts/world.sh';
const SEED = 1;
const COUNT = 1000;
const TIME_SCALE = 300;
const HOSTS = [2, 3] as const;
const KNOWN_DOMAIN = listAddresses(SEED, 1)[0]?.split('@')[1] ?? '';

const home = mkdtempSync(join(tmpdir(), 'hosts-'));
const runWorld = (...args: string[]): string => execFileSync(WORLD, args, { encoding: 'utf8' });
const within = (...command: string[]) => spawn(WORLD, ['within', ...command]);

async function startMailnet() {
  const mailnet = within(
    process.execPath,
    'packages/mailnet/src/cli.ts',
    `--seed=${SEED}`,
    '--dns-port=53',
    '--smtp-port=25',
    `--time-scale=${TIME_SCALE}`,
    '--exit-with-stdin',
  );
  onTestFinished(async () => {
    mailnet.kill();
    if (mailnet.exitCode === null && mailnet.signalCode === null) await once(mailnet, 'exit');
  });
  await Promise.race([
    once(mailnet.stdout, 'data'),
    once(mailnet, 'exit').then(() =>
      Promise.reject(new Error('the simulated mail internet did not start')),
    ),
  ]);
}

beforeAll(() => {
  const { status, stdout, stderr } = spawnSync(WORLD, ['start', home], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The hosts did not start: ${stdout}${stderr}`);
});
afterAll(() => {
  execFileSync(WORLD, ['stop', home], { stdio: 'inherit' });
  rmSync(home, { recursive: true, force: true });
});

describe('a proxy', () => {
  const LISTEN =
    "for (const port of [25, 80]) require('net').createServer((s) => s.on('error', () => {}).end('hello')).listen(port, '0.0.0.0', () => console.log(port))";
  const AS_PROXY = ['setpriv', '--reuid=proxy', '--regid=proxy', '--clear-groups'];
  let servers: ReturnType<typeof within>;
  beforeAll(async () => {
    servers = within(process.execPath, '-e', LISTEN);
    for await (const line of createInterface({ input: servers.stdout })) if (line === '80') break;
  });
  afterAll(async () => {
    servers.kill();
    await once(servers, 'exit');
  });

  const outputOf = (...command: string[]): string =>
    spawnSync(WORLD, ['within', ...command], { input: '', encoding: 'utf8' }).stdout;
  const throughProxy = (target: string, ...options: string[]): string =>
    outputOf(
      'curl',
      '-s',
      '-m',
      '5',
      '--socks5',
      '127.0.0.2:1080',
      ...options,
      `telnet://${target}`,
    );

  it('connects workers to mail servers, and no one to anything else', () => {
    expect(throughProxy('127.0.0.9:25')).toBe('hello');
    expect(throughProxy('127.0.0.9:80')).toBe('');
    expect(throughProxy('10.9.9.9:25')).toBe('');
    expect(throughProxy('127.0.0.9:25', '--interface', '192.0.2.9')).toBe('');
  });

  it('is restricted by the firewall even if its own rules fail', () => {
    const direct = (target: string) => ['curl', '-s', '-m', '5', `telnet://${target}`];
    expect(outputOf(...direct('10.9.9.9:25'))).toBe('hello');
    expect(outputOf(...AS_PROXY, ...direct('127.0.0.9:25'))).toBe('hello');
    expect(outputOf(...AS_PROXY, ...direct('10.9.9.9:25'))).toBe('');
    expect(outputOf(...AS_PROXY, ...direct('127.0.0.9:80'))).toBe('');
  });
});

interface Call {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
}

async function callsOf(make: () => void): Promise<Call[]> {
  const cloud = within(process.execPath, 'tests/ci/egress-hosts/cloud.mjs');
  const lines = createInterface({ input: cloud.stdout })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  make();
  cloud.kill();
  const calls: Call[] = [];
  for await (const line of { [Symbol.asyncIterator]: () => lines })
    calls.push(JSON.parse(line) as Call);
  return calls;
}

const CLOUD = ['REGION=eu-west-3', 'ENDPOINT=http://127.0.0.1:8080/'];

it('reports disk and ports to CloudWatch, signed with the instance’s role', async () => {
  const metrics = `${home}/2/usr/local/sbin/egress-metrics`;
  const [call] = await callsOf(() =>
    runWorld('within', 'env', ...CLOUD, 'GROUP=Tamis-prod-Egress-host1', metrics),
  );
  if (call === undefined) throw new Error('no AWS call was made');
  await expectSigned(call, 'monitoring');
  const sent = new URLSearchParams(call.body);
  expect([sent.get('Action'), sent.get('Namespace')]).toEqual([
    'PutMetricData',
    HOST_METRICS_NAMESPACE,
  ]);
  for (const [n, name] of ['diskPercent', 'portsPercent'].entries()) {
    const of = (field: string) => sent.get(`MetricData.member.${n + 1}.${field}`);
    expect(of('MetricName')).toBe(name);
    expect(of('Dimensions.member.1.Name')).toBe('AutoScalingGroupName');
    expect(of('Dimensions.member.1.Value')).toBe(hostGroupName('prod', 0));
    expect(Number(of('Value'))).toBeGreaterThanOrEqual(n === 0 ? 1 : 0);
    expect(Number(of('Value'))).toBeLessThanOrEqual(100);
  }
});

it('sends a line of dante’s log per connection to CloudWatch Logs, signed in the same way', async () => {
  // The hosts of this test have no journal, so the log is read from dante's output.
  writeFileSync(`${home}/journalctl`, `#!/bin/sh\ncat ${home}/2/danted.log\n`, { mode: 0o755 });
  const [, call] = await callsOf(() =>
    runWorld(
      'within',
      'env',
      ...CLOUD,
      `PATH=${home}:${process.env['PATH']}`,
      `STATE=${home}`,
      'GROUP=host1',
      'LOGS=/tamis/prod/egress',
      `${home}/2/usr/local/sbin/egress-logs`,
    ),
  );
  if (call === undefined) throw new Error('no AWS call was made');
  await expectSigned(call, 'logs');
  expect(call.status).toBe(200);
  const { logEvents } = JSON.parse(call.body) as { logEvents: { message: string }[] };
  const connection = logEvents.find(({ message }) => message.includes('tcp/connect'));
  expect(connection?.message).toMatch(/: 127\.\S+ 127\.0\.0\.2\.1080 -> \S+ 127\.0\.0\.9\.25$/);
});

/** Expects the signature that the AWS SDK calculates for the same call. */
async function expectSigned({ method, headers, body }: Call, service: string): Promise<void> {
  const names =
    /SignedHeaders=([^,]+),/.exec(headers['authorization'] ?? '')?.[1]?.split(';') ?? [];
  const signer = new SignatureV4({
    service,
    region: 'eu-west-3',
    sha256: new LambdaClient({ region: 'eu-west-3' }).config.sha256,
    applyChecksum: false,
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/+' },
  });
  const [, year, month, day, hour, minute, second] =
    /^(....)(..)(..)T(..)(..)(..)Z$/.exec(headers['x-amz-date'] ?? '') ?? [];
  const again = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: '127.0.0.1',
      port: 8080,
      path: '/',
      headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? ''])),
      body,
    },
    { signingDate: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) },
  );
  expect(names).toContain('x-amz-security-token');
  expect(signatureIn(headers['authorization'])).toBe(signatureIn(again.headers['authorization']));
}

const signatureIn = (authorization = ''): string | undefined =>
  /Signature=(\w{64})$/.exec(authorization)?.[1];

it('signals CloudFormation once it responds, and nothing otherwise', async () => {
  const prove = (...more: string[]) =>
    runWorld(
      'prove',
      home,
      '3',
      ...CLOUD,
      'STACK=Tamis-prod-Egress',
      'RESOURCE=host1group',
      ...more,
    );
  await startMailnet();
  const [call, ...others] = await callsOf(() => prove(`QUESTION=${KNOWN_DOMAIN}`));
  expect(others).toEqual([]);
  expect([call?.status, Object.fromEntries(new URLSearchParams(call?.body))]).toEqual([
    200,
    {
      Action: 'SignalResource',
      Version: '2010-05-15',
      StackName: 'Tamis-prod-Egress',
      LogicalResourceId: 'host1group',
      UniqueId: 'i-0123456789abcdef0',
      Status: 'SUCCESS',
    },
  ]);
  if (call) await expectSigned(call, 'cloudformation');
  expect(
    await callsOf(() =>
      expect(() => prove('TRIES=1', 'QUESTION=no-such.test')).toThrow('Command failed'),
    ),
  ).toEqual([]);
});

it('forwards nothing from the subnets of its clients', () => {
  expect(runWorld('forwarded', home).trim().split('\n')).toEqual([
    '9.9.9.9/443 closed',
    '9.9.9.9/80 closed',
    '9.9.9.9/25 closed',
    '192.168.1.9/443 closed',
  ]);
});

it(`${COUNT} addresses through two hosts get correct verdicts, although one host is killed`, async () => {
  const addresses = listAddresses(SEED, COUNT);
  await startMailnet();
  const child = within(
    process.execPath,
    'packages/verifier/src/cli/verify.ts',
    '--json',
    '--ordered',
    '--allow-private',
    '--retries=4',
    `--time-scale=${TIME_SCALE}`,
    ...HOSTS.map((host) => `--dns=127.0.0.${host}:53`),
    `--egress=${HOSTS.map((host) => `socks5://127.0.0.${host}:1080#mta${host}.tamis.test`).join(',')}`,
    '-',
  );
  let stderr = '';
  child.stderr.on('data', (data) => (stderr += String(data)));
  child.stdin.end(addresses.join('\n'));
  const verdicts: Verdict[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    verdicts.push(JSON.parse(line) as Verdict);
    if (verdicts.length === COUNT / 10) runWorld('kill', home, '3');
  }
  expect(stderr).toMatch(/^(?:\d+ verified\n)*$/);
  const opened = HOSTS.map((host) => Number(runWorld('sessions', String(host))));

  expect(verdicts.map(({ email }) => email)).toEqual(addresses);
  const expected = expectedVerdictsOf(SEED, addresses);
  const wrong = verdicts.filter(({ status }, index) => {
    const truth = expected[index];
    return !truth || !isExpected(truth, status);
  });
  expect(wrong.slice(0, 5)).toEqual([]);
  for (const count of opened) expect(count).toBeGreaterThan(50);
});
