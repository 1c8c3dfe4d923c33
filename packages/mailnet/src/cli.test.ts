import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addresses, expectedVerdict } from './index.ts';
import { queryDns } from '../tests/resolver.ts';

const CLI = new URL('cli.ts', import.meta.url).pathname;
const children = new Set<ChildProcessWithoutNullStreams>();

function start(args: readonly string[], nodeArgs: readonly string[] = []) {
  const child = spawn(process.execPath, [...nodeArgs, CLI, ...args]);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function run(args: readonly string[], input = '') {
  const child = start(args);
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { stdout, stderr, code: code as number };
}

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

describe('list and truth', () => {
  it('print the same as the library, in the same order', async () => {
    const list = [...addresses(7, 50, { exotic: true })];
    const printed = await run(['list', '--seed', '7', '--count', '50', '--exotic']);
    expect(printed).toEqual({ stdout: `${list.join('\n')}\n`, stderr: '', code: 0 });
    const truths = await run(['truth', '--seed', '7'], printed.stdout);
    const expected = list.map((email) => JSON.stringify(expectedVerdict(7)(email)));
    expect(truths).toEqual({ stdout: `${expected.join('\n')}\n`, stderr: '', code: 0 });
  });

  it('print a verdict for every line, even if it is empty, very long or unterminated', async () => {
    const { stdout } = await run(['truth'], `\r\n${'x'.repeat(300_000)}\n\na@b.test`);
    const truths = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { reason: string });
    expect(truths.map(({ reason }) => reason)).toEqual([
      'bad_syntax',
      'bad_syntax',
      'bad_syntax',
      'no_such_domain',
    ]);
  });
});

describe('serve', () => {
  async function ready(child: ChildProcessWithoutNullStreams) {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return JSON.parse(line.toString()) as Record<'dnsPort' | 'smtpPort' | 'countersPort', number>;
  }

  it('prints its ports, serves its counters, and exits on SIGTERM', async () => {
    const child = start(['--seed', '1']);
    const { dnsPort, smtpPort, countersPort } = await ready(child);
    expect(smtpPort).toBeGreaterThan(0);
    await queryDns(dnsPort, 'nobody.test', 'MX');
    const counters = `http://127.0.0.1:${countersPort}`;
    const counts = await fetch(counters).then((response) => response.json());
    expect(counts).toMatchObject({
      dns: { queries: 1, byType: { MX: 1 } },
      least: { connections: 0, dnsQueries: 1 },
    });
    expect((await fetch(`${counters}/reset`, { method: 'POST' })).status).toBe(204);
    expect(await fetch(`${counters}/`).then((response) => response.json())).toMatchObject({
      dns: { queries: 0 },
      least: { dnsQueries: 0 },
    });
    expect((await fetch(`${counters}/elsewhere`)).status).toBe(404);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('publishes and removes TXT records over HTTP', async () => {
    const { dnsPort, countersPort } = await ready(start([]));
    const change = async (method: string, body?: string): Promise<number> => {
      const url = `http://127.0.0.1:${countersPort}/texts/_a.acme.test`;
      return (await fetch(url, { method, ...(body !== undefined && { body }) })).status;
    };
    expect(await change('PUT', '["token=1"]')).toBe(204);
    expect((await queryDns(dnsPort, '_a.acme.test', 'TXT')).answers).toMatchObject([
      { type: 'TXT', data: [Buffer.from('token=1')] },
    ]);
    for (const body of ['', '[1]', '"loud"', '{}']) expect(await change('PUT', body)).toBe(400);
    expect(await change('DELETE')).toBe(204);
    expect(await queryDns(dnsPort, '_a.acme.test', 'TXT')).toMatchObject({ rcode: 'NXDOMAIN' });
  });

  it('exits with its parent when --exit-with-stdin is given', async () => {
    const child = start(['--exit-with-stdin']);
    await ready(child);
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('exits with the shell that npm started it from', async () => {
    const env = { ...process.env, npm_lifecycle_event: 'mailnet' };
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${CLI}"; true`], { env });
    const { countersPort } = await ready(shell);
    shell.kill('SIGKILL');
    await vi.waitFor(
      () => expect(fetch(`http://127.0.0.1:${countersPort}`)).rejects.toThrow('fetch failed'),
      { timeout: 60_000, interval: 100 },
    );
  });

  it('reports a busy port in one sentence', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    for (const option of ['--dns-port', '--smtp-port', '--counters-port'])
      expect(await run([option, String(port)])).toEqual({
        stdout: '',
        stderr: `Port ${port} is already in use.\n`,
        code: 1,
      });
    taken.close();
  });

  it.each([
    [['--seed', 'x'], '--seed must be an integer from 0 to 9007199254740991.\n'],
    [['--dns-port', '65536'], '--dns-port must be an integer from 0 to 65535.\n'],
    [['--time-scale', '0'], '--time-scale must be a number from 0.001 to 1000000.\n'],
    [['dance'], 'There is no command "dance"; see --help.\n'],
    [['list', 'twice'], 'Unexpected argument "twice"; see --help.\n'],
    [['--colour'], "Unknown option '--colour'; see --help.\n"],
  ])('rejects %j with one sentence', async (args, stderr) => {
    expect(await run(args)).toEqual({ stdout: '', stderr, code: 1 });
  });
});
