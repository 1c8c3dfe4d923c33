import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMemoryFacts } from './facts/memory-facts.ts';
import { createMemoryLeases } from '../tests/memory-leases.ts';
import { useHarnesses, userAddresses, acceptUnlessNo, summarize } from '../tests/harness.ts';
import type { Zone } from '../tests/scripted-dns.ts';
import type { SmtpScript } from '../tests/scripted-smtp.ts';
import { createVerifier } from './verifier.ts';

/** Tests of processes that share an egress address, and so the sessions at a provider. */

const start = useHarnesses();

/** The provider table allows two concurrent sessions at this provider. */
const ORANGE: Zone = {
  'one.test': { MX: [[10, 'smtp-in.orange.fr']] },
  'smtp-in.orange.fr': { A: ['127.0.0.1'] },
};
const KEY = 'orange|probe.test';

const createTable = () => {
  const sleep = async (ms: number): Promise<void> => delay(ms);
  return createMemoryLeases({ now: Date.now, sleep }, Math.random);
};

async function startOrange(smtp: SmtpScript, table = createTable()) {
  const leases = { store: table.storeOf('a'), holder: 'a' };
  const facts = createMemoryFacts();
  await facts.putProvider(KEY, { pace: 2 }, 600);
  // Makes the run open as many sessions as the pace allows.
  const limits = { workPerSessionMs: 0.001 };
  const it = await start({ zone: ORANGE, smtp, config: { leases, facts }, limits });
  return { ...it, table, limits };
}

test('two processes open no more sessions at a provider than it accepts from one', async () => {
  let open = 0;
  let most = 0;
  const it = await startOrange({
    greeting() {
      open += 1;
      most = Math.max(most, open);
      return '220 hi';
    },
    line(line) {
      if (line === 'QUIT') open -= 1;
      return undefined;
    },
    rcpt: (address, { write }) => {
      setTimeout(() => write(`${acceptUnlessNo(address)}\r\n`), 2);
      return null;
    },
  });
  const leases = { store: it.table.storeOf('b'), holder: 'b' };
  const other = createVerifier({ ...it.config, leases }, it.limits);
  const verdicts: string[] = [];
  async function verifyThere(): Promise<void> {
    for await (const answers of other.verify(userAddresses(100)))
      verdicts.push(...summarize(answers.map(({ verdict }) => verdict)));
  }
  const [here] = await Promise.all([it.verify(userAddresses(100)), verifyThere()]);
  await other.close();
  expect(new Set([...summarize(here), ...verdicts])).toEqual(new Set(['deliverable accepted']));
  expect([here.length, verdicts.length]).toEqual([100, 100]);
  // Without the leases, each process would open two sessions.
  expect(most).toBeLessThanOrEqual(2);
  // Between runs, a process keeps at most half of the limit while no other process waits.
  const { limit = 0, leases: storedLeases = [] } = it.table.state(KEY) ?? {};
  expect(2 * storedLeases.reduce((sum, { sessions }) => sum + sessions, 0)).toBeLessThanOrEqual(
    limit,
  );
});

test('a run that ends before its turn leaves the queue', async () => {
  const it = await startOrange({ rcpt: acceptUnlessNo });
  const until = Date.now() + 60_000;
  const owner = { customer: '', priority: 0 } as const;
  const busy = { holder: 'busy', sessions: 2, need: 2, until, since: Date.now(), ...owner };
  await it.table.storeOf('busy').write(KEY, 0, { limit: 2, halvedAt: 0, leases: [busy] });
  const verdicts = await it.verify(userAddresses(3), { deadline: Date.now() + 3_000 });
  expect(new Set(summarize(verdicts))).toEqual(new Set(['unknown not_answered']));
  // The run may end before its last write to the table.
  await expect.poll(() => it.table.state(KEY)?.leases, { timeout: 10_000 }).toEqual([busy]);
  expect(it.verifier.counters.connections).toBe(0);
});

test('continues without the lease table', async () => {
  const table = createTable();
  table.isDown = true;
  const it = await startOrange({ rcpt: acceptUnlessNo }, table);
  const verdicts = await it.verify(userAddresses(3));
  expect(new Set(summarize(verdicts))).toEqual(new Set(['deliverable accepted']));
  expect(it.verifier.counters.connections).toBe(1);
  // Only the first of several consecutive failures is reported.
  expect(it.errors.splice(0)).toEqual([{ source: 'leases', error: new Error('down') }]);
});
