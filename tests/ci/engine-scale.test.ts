import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import type { Verdict } from '../../functions/verifier/types.ts';
import { listAddresses, startMailnet, truthOf } from '../support/mailnet.ts';

const SEED = 1;
const COUNT = 100_000;
const TIME_SCALE = 300;

/** Statuses of all addresses in their order, by the command that people use. */
async function verify(
  addresses: readonly string[],
  { dnsPort, smtpPort }: { dnsPort: number; smtpPort: number },
): Promise<string[]> {
  const where = [`--dns=127.0.0.1:${dnsPort}`, `--smtp-port=${smtpPort}`, '--allow-private'];
  const retries = ['--retries=4', `--time-scale=${TIME_SCALE}`, '--concurrency=200'];
  const child = spawn(
    'npm',
    ['run', '--silent', 'verify', '--', '--json', ...where, ...retries, '-'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const sent = pipeline(
    Readable.from(addresses).map((each) => `${each}\n`),
    child.stdin,
  );
  const statuses: string[] = [];
  for await (const line of createInterface({ input: child.stdout }))
    statuses.push((JSON.parse(line) as Verdict).status);
  await sent;
  return statuses;
}

it(`agrees with the truth on ${COUNT} addresses of every kind, at little more than the least cost`, async () => {
  await using mailnet = await startMailnet([`--seed=${SEED}`, `--time-scale=${TIME_SCALE}`]);
  const addresses = listAddresses(SEED, COUNT);
  const statuses = await verify(addresses, mailnet);

  const truth = truthOf(SEED, addresses);
  const wrong = truth
    .map((expected, i) => ({ ...expected, got: statuses[i] }))
    .filter(({ status, undecidable, got }) => !undecidable && got !== status);
  expect(statuses).toHaveLength(COUNT);
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(truth.filter(({ undecidable }) => undecidable).length).toBeLessThan(COUNT * 0.05);

  const { connections, dns, least } = await mailnet.counters();
  expect(connections / least.connections).toBeLessThanOrEqual(1.2);
  expect(dns.queries / least.dnsQueriesOneFamily).toBeLessThanOrEqual(1.1);
}, 300_000);
