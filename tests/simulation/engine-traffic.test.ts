import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { addresses, expectedVerdict } from '../../packages/mailnet/src/index.ts';
import {
  createMemoryFacts,
  createVerifier,
  type Verdict,
} from '../../packages/verifier/src/index.ts';
import { randomFrom } from '../support/random.ts';
import { testClock } from '../support/test-clock.ts';
import { createMailInternet, SEED } from './mail/mail-internet.ts';
import { runOverWire } from './mail/over-wire.ts';

const LIST = [...addresses(SEED, 10_000)];
const MAX_ATTEMPTS = 3;

/**
 * Traffic for the list in simulated time, measured four times when this test was added, under
 * different loads of the machine; all runs were equal. Lower these numbers if the engine improves.
 */
const BASELINE = { connections: 1261, rcpt: 10_664 };

/** Verifies the list, and retries as the verdicts advise, with the servers' real delays. */
async function verifyList() {
  const clock = testClock(0);
  const wire = createMailInternet(clock, () => 0, undefined, 1);
  const verifier = createVerifier({
    dns: { servers: [{ host: '127.0.0.1', port: 53 }] },
    smtp: { port: 25, mailFrom: 'verify@example.test' },
    egress: [{ kind: 'direct', helo: 'mta.example.test' }],
    allowPrivate: true,
    concurrency: 100,
    facts: createMemoryFacts(() => clock.now()),
    now: () => clock.now(),
    random: randomFrom(SEED),
    controls: ['gmail.com'],
    timeScale: 1,
    onError(source, error) {
      throw new Error(source, { cause: error });
    },
  });
  const verdicts = new Map<string, Verdict>();
  await runOverWire(wire, clock, async () => {
    let open: readonly string[] = LIST;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      let delaySeconds = 0;
      for await (const batch of verifier.verify(open, { attempt }))
        for (const { verdict } of batch) {
          verdicts.set(verdict.email, verdict);
          delaySeconds = Math.max(delaySeconds, verdict.retry_after_s ?? 0);
        }
      open = open.filter((email) => verdicts.get(email)?.retry_after_s !== undefined);
      await wait(delaySeconds * 1000);
    }
    await verifier.close();
  });
  return { verdicts, traffic: wire.counts };
}

let run: Awaited<ReturnType<typeof verifyList>>;
beforeAll(async () => {
  run = await verifyList();
});

it('needs at most 1.05 times the connections and 1.1 times the RCPT commands of the baseline', () => {
  const { verdicts, traffic } = run;
  expect(verdicts.size).toBe(LIST.length);
  expect(traffic.connections).toBeLessThanOrEqual(1.05 * BASELINE.connections);
  expect(traffic.commands['RCPT']).toBeLessThanOrEqual(1.1 * BASELINE.rcpt);
});

it('ends at most 0.1 % of its sessions without MAIL or RCPT', () => {
  expect(run.traffic.idle).toBeLessThanOrEqual(0.001 * run.traffic.connections);
});

it('calls no living address undeliverable, and no dead one deliverable', () => {
  const opposite = {
    deliverable: 'undeliverable',
    risky: 'undeliverable',
    undeliverable: 'deliverable',
  };
  const wrong = LIST.map(expectedVerdict(SEED)).filter(({ email, status, undecidable }) => {
    const got = run.verdicts.get(email)?.status;
    return !undecidable && status !== 'unknown' && got === opposite[status];
  });
  expect(wrong).toEqual([]);
});
