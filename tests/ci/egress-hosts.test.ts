import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Verdict } from '../../functions/verifier/types.ts';
import { listAddresses, truthOf } from '../support/mailnet.ts';

/**
 * The hosts' own script, with real dante, Unbound and nftables: two of them on loopback, and the
 * engine that asks a simulated mail internet through both.
 */

const WORLD = 'tests/ci/egress-hosts/world.sh';
const SEED = 1;
const COUNT = 1000;
const TIME_SCALE = 300;
const HOSTS = [2, 3] as const;

const home = mkdtempSync(join(tmpdir(), 'hosts-'));
const world = (...args: string[]): string => execFileSync(WORLD, args, { encoding: 'utf8' });
/** A command where the hosts are. */
const within = (...command: string[]) => spawn(WORLD, ['within', ...command]);

beforeAll(async () => {
  execFileSync(WORLD, ['start', home], { stdio: 'inherit' });
  const mailnet = within(
    process.execPath,
    'localstack/embedded/mailnet/cli.ts',
    ...[`--seed=${SEED}`, '--dns-port=53', '--smtp-port=25', `--time-scale=${TIME_SCALE}`],
    '--exit-with-stdin',
  );
  await once(mailnet.stdout, 'data');
});
afterAll(() => {
  execFileSync(WORLD, ['stop', home], { stdio: 'inherit' });
  rmSync(home, { recursive: true, force: true });
});

/** What curl says of a way through a proxy: 97 is a refusal of the proxy's. */
const curl = (...args: string[]): number | null =>
  spawnSync(WORLD, ['within', 'curl', '-sS', '--max-time', '5', ...args]).status;
const REFUSED_BY_PROXY = 97;
const REACHED = 56;
const PROXY = ['--socks5', '127.0.0.2:1080'];

it('a proxy leads workers to mail servers, and nobody anywhere else', () => {
  expect(curl(...PROXY, 'smtp://127.0.0.1:25')).toBe(REACHED);
  expect(curl(...PROXY, 'http://127.0.0.1:53')).toBe(REFUSED_BY_PROXY);
  expect(curl(...PROXY, 'smtp://10.9.9.9:25')).toBe(REFUSED_BY_PROXY);
  expect(curl(...PROXY, 'smtp://169.254.169.254:25')).toBe(REFUSED_BY_PROXY);
  expect(curl(...PROXY, '--interface', '192.0.2.9', 'smtp://127.0.0.1:25')).toBe(REFUSED_BY_PROXY);
});

it('the firewall holds where the rules of the proxy would fail', () => {
  const asProxy = ['setpriv', '--reuid=proxy', '--regid=proxy', '--clear-groups', 'curl', '-sS'];
  const statusOf = (...command: string[]) => spawnSync(WORLD, ['within', ...command]).status;
  expect(statusOf('curl', '-sS', 'smtp://10.9.9.9:25')).toBe(REACHED);
  expect(statusOf(...asProxy, 'smtp://127.0.0.1:25')).toBe(REACHED);
  expect(statusOf(...asProxy, 'smtp://10.9.9.9:25')).toBe(7);
  expect(statusOf(...asProxy, 'http://127.0.0.1:53')).toBe(7);
});

it('forwards HTTPS from the workers, as itself, and nothing else', () => {
  expect(world('forwarded', home).trim().split('\n')).toEqual([
    '9.9.9.9/443 9.9.9.1',
    '9.9.9.9/80 closed',
    '9.9.9.9/25 closed',
    '192.168.1.9/443 closed',
  ]);
});

it(`${COUNT} addresses through two hosts are right to the unit, though one of them is killed`, async () => {
  const addresses = listAddresses(SEED, COUNT);
  const child = within(
    process.execPath,
    'functions/verifier/cli.ts',
    ...['--json', '--allow-private', '--retries=4', `--time-scale=${TIME_SCALE}`],
    ...HOSTS.map((host) => `--dns=127.0.0.${host}:53`),
    `--egress=${HOSTS.map((host) => `socks5://127.0.0.${host}:1080#mta${host}.tamis.test`).join(',')}`,
    '-',
  );
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  child.stdin.end(addresses.join('\n'));
  const verdicts: Verdict[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    verdicts.push(JSON.parse(line) as Verdict);
    if (verdicts.length === COUNT / 10) world('kill', home, '3');
  }
  expect(said).toBe('');
  const opened = HOSTS.map((host) => Number(world('sessions', String(host))));

  expect(verdicts.map(({ email }) => email)).toEqual(addresses);
  const truth = truthOf(SEED, addresses);
  const wrong = verdicts.filter(
    ({ status }, index) => !truth[index]?.undecidable && truth[index]?.status !== status,
  );
  expect(wrong.slice(0, 5)).toEqual([]);
  for (const count of opened) expect(count).toBeGreaterThan(50);
});
