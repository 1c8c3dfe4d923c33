import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { createMemoryFacts, createVerifier } from '../../packages/verifier/src/index.ts';
import type { Egress, Verdict } from '../../packages/verifier/src/index.ts';
import {
  expectedVerdictsOf,
  isExpected,
  listAddresses,
  startMailnetProcess,
} from '../support/mailnet.ts';
import { isNightly } from '../support/tier.ts';

const SEED = 1;
const COUNT = isNightly ? 100_000 : 20_000;
/** Number of addresses with quoted and internationalized local parts. */
const EDGE_CASES = 2_000;
const TIME_SCALE = 300;

/** Verifies addresses with the public command. Returns their verdicts in order. */
async function verify(
  addresses: readonly string[],
  { dnsPort, smtpPort }: { dnsPort: number; smtpPort: number },
): Promise<Pick<Verdict, 'status' | 'reason'>[]> {
  const where = [`--dns=127.0.0.1:${dnsPort}`, `--smtp-port=${smtpPort}`, '--allow-private'];
  const retries = ['--retries=4', `--time-scale=${TIME_SCALE}`, '--concurrency=200'];
  const child = spawn(
    'npm',
    ['run', '--silent', 'verify', '--', '--json', '--ordered', ...where, ...retries, '-'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const sent = pipeline(
    Readable.from(addresses).map((each) => `${each}\n`),
    child.stdin,
  );
  const verdicts: Pick<Verdict, 'status' | 'reason'>[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const { status, reason } = JSON.parse(line) as Verdict;
    verdicts.push({ status, reason });
  }
  await sent;
  return verdicts;
}

/** Measures how many recipients per second a provider answers over all egress addresses. */
async function rateOf(
  addresses: readonly string[],
  { dnsPort, smtpPort }: { dnsPort: number; smtpPort: number },
  count: number,
): Promise<number> {
  const facts = createMemoryFacts();
  const egress = Array.from({ length: count }, (_, i): Egress => {
    const helo = `mta${i}.example.test`;
    return { kind: 'direct', helo, localAddress: `127.0.0.${101 + i}` };
  });
  // The state after some hours of traffic: the provider accepts two sessions per egress address.
  for (const { helo } of egress) await facts.putProvider(`sfr|${helo}`, { pace: 2 }, 3600);
  const verifier = createVerifier(
    {
      dns: { servers: [{ host: '127.0.0.1', port: dnsPort }] },
      smtp: { port: smtpPort, mailFrom: 'verify@example.test' },
      egress,
      controls: ['gmail.com'],
      facts,
      allowPrivate: true,
      concurrency: 100,
      now: Date.now,
      random: Math.random,
      timeScale: 1,
      onError(source, error) {
        throw new Error(source, { cause: error });
      },
    },
    // A hundredth of the default, to open sessions as if servers were a hundred times slower.
    { workPerSessionMs: 300 },
  );
  // Measures between 10% and 90% of the addresses, to ignore the start and the end of the run.
  const thresholds = [0.1, 0.9].map((part) => part * addresses.length);
  const times: number[] = [];
  const clock = setInterval(() => {
    const next = thresholds[times.length];
    if (next !== undefined && verifier.counters.recipients > next) times.push(performance.now());
  }, 10);
  const statuses = new Set<string>();
  for await (const batch of verifier.verify(addresses))
    for (const { verdict } of batch) statuses.add(verdict.status);
  clearInterval(clock);
  await verifier.close();
  // The simulated SFR has no full mailboxes, because no source documents its reply for them.
  expect(statuses).toEqual(new Set(['deliverable', 'undeliverable']));
  const [from = 0, to = Infinity] = times;
  return (0.8 * addresses.length * 1000) / (to - from);
}

it('is 3.5 times as fast with four egress addresses as with one if a provider limits sessions per address', async () => {
  await using mailnet = await startMailnetProcess([`--seed=${SEED}`, '--delay-ms=25']);
  const addresses = listAddresses(SEED, 300_000).filter((each) =>
    each.endsWith('@courriel-s.test'),
  );
  const single = await rateOf(addresses, mailnet, 1);
  const four = await rateOf(addresses, mailnet, 4);
  expect(four / single).toBeGreaterThanOrEqual(3.5);
});

it(`verifies ${COUNT} addresses of every kind correctly, at little more than the minimum cost`, async () => {
  await using mailnet = await startMailnetProcess([`--seed=${SEED}`, `--time-scale=${TIME_SCALE}`]);
  const addresses = [...listAddresses(SEED, COUNT), ...listAddresses(SEED, EDGE_CASES, '--exotic')];
  const verdicts = await verify(addresses, mailnet);

  const expectations = expectedVerdictsOf(SEED, addresses);
  const wrong = expectations
    .map((expected, i) => ({ expected, got: verdicts[i] }))
    .filter(({ expected, got }) => !isExpected(expected, got?.status))
    .map(
      ({ expected, got }) =>
        `${expected.email}: ${got?.status} (${got?.reason}) instead of ${expected.status}`,
    );
  expect(verdicts).toHaveLength(addresses.length);
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(expectations.filter(({ undecidable }) => undecidable).length).toBeLessThan(COUNT * 0.05);

  const { connections, dns, least } = await mailnet.counters();
  expect(connections / least.connections).toBeLessThanOrEqual(1.2);
  expect(dns.queries / least.dnsQueries).toBeLessThanOrEqual(1.1);
});
