import { describe, expect, it } from 'vitest';
import { expectNoViolations } from '../simulation/expect-no-violations.ts';
import {
  LATER_ROWS,
  RECHECKED_LISTS,
  SAME_ROWS,
  TRUE_ROWS,
  UNDECIDED_ROWS,
} from '../simulation/checks.ts';
import { FAULT_KINDS } from '../simulation/history.ts';
import { WIRE_FAULTS } from '../simulation/mail/mail-internet.ts';
import { generateHistory } from '../simulation/generate-history.ts';
import { ATTEMPT_COUNTERS } from '../simulation/people/guarantees.ts';
import { CONNECTION_ATTEMPTS } from '../simulation/people/connected.ts';
import { TEAM_ATTEMPTS } from '../simulation/people/team.ts';
import { PLANTED_BUGS } from '../simulation/planted-bugs.ts';
import { describeHistory } from '../simulation/report.ts';
import { shrinkHistory } from '../simulation/shrink.ts';
import { simulate } from '../simulation/simulate.ts';
import { isNightly } from '../support/tier.ts';
import { DELIVERIES, IN_ORDER } from '../simulation/webhooks/check-webhooks.ts';

/** Few seeds verify corrections; with this number, one of the last two does. */
const SEEDS = isNightly ? 200 : 50;
const STEPS = 40;
/** A seed in which the large first list is rechecked, which few seeds do. */
const RARE_SEED = 900026;
/**
 * Minimum number of rechecks, and minimum delay in milliseconds that hostile customers must cause.
 * They are low, because both are rare.
 */
const MINIMUM = isNightly ? { rechecked: 11, delayMs: 1 } : { rechecked: 1, delayMs: 0 };
/** Number of seeds that run twice, to compare their traces. */
const REPLAYED_SEEDS = SEEDS / 20;

it(`satisfies all invariants over ${SEEDS} seeds`, async () => {
  const { totals, hashes } = await expectNoViolations(SEEDS, STEPS, isNightly ? [] : [RARE_SEED]);
  expect(Array.from(totals.injected.keys())).toEqual(
    expect.arrayContaining([...FAULT_KINDS, ...Object.keys(WIRE_FAULTS)]),
  );
  const rows = (name: string): number => totals.checked.get(name) ?? 0;
  expect(rows(TRUE_ROWS)).toBeGreaterThan(10 * rows(UNDECIDED_ROWS));
  expect(rows(SAME_ROWS)).toBeGreaterThan(SEEDS + 30 * rows(LATER_ROWS));
  expect(rows(DELIVERIES)).toBeGreaterThan(5 * SEEDS);
  expect(rows(IN_ORDER)).toBeGreaterThan(SEEDS / 2);
  const attempts = [...Object.keys(ATTEMPT_COUNTERS), ...CONNECTION_ATTEMPTS, ...TEAM_ATTEMPTS];
  for (const attempt of attempts) expect([attempt, rows(attempt)]).not.toEqual([attempt, 0]);
  expect(rows(RECHECKED_LISTS)).toBeGreaterThanOrEqual(MINIMUM.rechecked);
  expect(totals.delayMs).toBeGreaterThanOrEqual(MINIMUM.delayMs);
  for (let seed = 1; seed <= REPLAYED_SEEDS; seed += 1) {
    const again = await simulate(generateHistory(seed, STEPS), seed);
    expect([seed, again.hash]).toEqual([seed, hashes[seed - 1]]);
  }
});

it('reports a violation with the shortest history it finds', async () => {
  const plant = PLANTED_BUGS['the id of a grant contains the attempt'];
  const history = generateHistory(3, STEPS);
  const fails = async (candidate: typeof history) =>
    (await simulate(candidate, 3, plant)).violation !== undefined;
  const shortest = await shrinkHistory(history, fails, 25);
  expect(shortest.length).toBeLessThan(STEPS / 2);
  expect(await fails(shortest)).toBe(true);
  expect(describeHistory(shortest)).toMatch(/buy/);
});

describe('the simulation finds the planted bug that', () => {
  it.each(Object.entries(PLANTED_BUGS))('%s', async (name, plant) => {
    const seeds = [plant.seed, ...Array.from({ length: SEEDS }, (_, at) => at + 1)];
    let found: number | undefined;
    for (const seed of seeds) {
      const { violation } = await simulate(generateHistory(seed, STEPS), seed, plant);
      if (!violation) continue;
      found = seed;
      break;
    }
    expect(found).toBeDefined();
    console.log(`${name}: seed ${found}`);
  });
});
