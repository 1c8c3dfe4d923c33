import { expect, test } from 'vitest';
import { randomFrom } from '../../../../tests/support/random.ts';
import { createMemoryFacts } from '../facts/memory-facts.ts';
import { createMemoryLeases } from '../../tests/memory-leases.ts';
import type { MemoryLeases } from '../../tests/memory-leases.ts';
import { maxSessions, runFleet } from '../../tests/simulated-fleet.ts';
import type { Fleet, FleetStats } from '../../tests/simulated-fleet.ts';
import { GROUP_SIZE, GROUP_MS, startWorker } from '../../tests/simulated-worker.ts';
import type { SimulatedServers, SimulatedTask } from '../../tests/simulated-worker.ts';
import { createVirtualTime } from '../../tests/virtual-time.ts';

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const TASK = 500;

const tasksAt = (provider: string, count: number, addresses = TASK): SimulatedTask[] =>
  Array.from({ length: count }, () => new Map([[provider, addresses]]));

const OTHERS = ['microsoft', 'yahoo', 'orange', 'free', 'ovh', 'gmx', 'proofpoint', 'mx.a.test'];

/**
 * Creates the tasks of four sorted lists, which take turns. Half of their addresses are at Google.
 */
function sortedLists(tasksEach: number): SimulatedTask[] {
  const halves = Array.from({ length: tasksEach / 2 }, (_, number) => {
    const mix = [0, 1, 2, 3].map((at) => OTHERS[(number + at) % OTHERS.length] ?? '');
    return new Map(mix.map((name) => [name, TASK / mix.length]));
  });
  const list = [...tasksAt('google', tasksEach / 2), ...halves];
  return list.flatMap((task) => [task, task, task, task]);
}

interface Setting extends Omit<Fleet, 'storeOf'> {
  seed: number;
  isConditional?: boolean;
  /** Period of a store outage, in milliseconds from the start. */
  outage?: [from: number, to: number];
}

async function simulate({ seed, isConditional, outage, ...fleet }: Setting) {
  const time = createVirtualTime(START);
  const random = randomFrom(seed);
  const table = createMemoryLeases(time, random, isConditional);
  if (outage) {
    const [from, to] = outage;
    void time.sleep(from).then(() => void (table.isDown = true));
    void time.sleep(to).then(() => void (table.isDown = false));
  }
  const stats = await runFleet({ ...fleet, storeOf: table.storeOf }, time, random);
  return { table, stats };
}

const sessionsOverLimit = ({ opened }: FleetStats) =>
  opened.filter(({ provider, open }) => open > maxSessions(provider));

/**
 * Returns the fraction of a provider's limit in use, between the first tenth and a given fraction
 * of its replies.
 */
function useOf({ answered }: FleetStats, provider: string, part: number): number {
  const atProvider = answered.filter((each) => each.provider === provider);
  const [from, to] = [
    atProvider[Math.floor(atProvider.length / 10)],
    atProvider[Math.floor(atProvider.length * part)],
  ];
  if (!from || !to) throw new Error(`too few answers from ${provider}`);
  const between = atProvider.slice(
    Math.floor(atProvider.length / 10),
    Math.floor(atProvider.length * part),
  );
  const count = between.reduce((sum, each) => sum + each.count, 0);
  const perMs = (maxSessions(provider) * GROUP_SIZE) / GROUP_MS;
  return count / (perMs * (to.at - from.at));
}

/**
 * For each process and provider, returns the number of writes after the first lease, and the number
 * of 20-second periods for which the process ran.
 */
function writesOf({ processes }: FleetStats, { writes }: MemoryLeases) {
  return processes.flatMap(({ holder, from, to }) => {
    const own = writes.filter((write) => write.holder === holder);
    return [...new Set(own.map(({ key }) => key))].map((key) => ({
      count: own.filter((write) => write.key === key && !write.isFirst).length,
      periods: (to - from) / 20_000,
    }));
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const WRITES_SAVED = 4;

test.for([
  { lists: 'sorted lists, half of them at Google', seed: 1, tasks: sortedLists(24) },
  { lists: 'lists that are all at Google', seed: 2, tasks: tasksAt('google', 60) },
])(
  'thirty workers share the sessions that each provider accepts: $lists',
  async ({ seed, tasks }, { annotate }) => {
    const { stats, table } = await simulate({ seed, workers: 30, tasks, killRate: 0.02 });
    expect(sessionsOverLimit(stats)).toEqual([]);
    const used = useOf(stats, 'google', 0.85);
    expect(used).toBeGreaterThan(0.9);
    expect(sum(stats.answered.map(({ count }) => count))).toBeGreaterThanOrEqual(
      TASK * tasks.length,
    );
    // A task may need several runs, because workers take turns at eight sessions, and some are
    // killed.
    expect(stats.runs).toBeLessThanOrEqual(4);

    const writes = writesOf(stats, table);
    for (const each of writes) expect(each.count).toBeLessThan(each.periods + WRITES_SAVED);
    const perPeriod =
      sum(writes.map(({ count }) => count)) / sum(writes.map((each) => each.periods));
    expect(perPeriod).toBeLessThan(1);
    const reads = table.reads / stats.answered.length / GROUP_SIZE;
    await annotate(
      `${used.toFixed(3)} of what Google accepts; for a process and provider in 20 s ` +
        `${perPeriod.toFixed(2)} writes; for an address ${reads.toFixed(2)} reads, ` +
        `${(table.writes.length / stats.answered.length / GROUP_SIZE).toFixed(3)} writes in all`,
    );
  },
);

test('120 waiting workers read an item only slightly more often than 30', async ({ annotate }) => {
  const perSecond = async (workers: number): Promise<number> => {
    const { stats, table } = await simulate({ seed: 1, workers, tasks: tasksAt('google', 40) });
    expect(useOf(stats, 'google', 0.85)).toBeGreaterThan(0.85);
    const end = Math.max(...stats.answered.map(({ at }) => at));
    return table.reads / ((end - START) / 1000);
  };
  const [some, many] = [await perSecond(30), await perSecond(120)];
  expect(some).toBeLessThan(12);
  expect(many).toBeLessThan(20);
  await annotate(`${some.toFixed(1)} reads a second of 30 workers, ${many.toFixed(1)} of 120`);
});

test('detects a table without conditional writes', async () => {
  const { stats } = await simulate({
    seed: 1,
    workers: 30,
    tasks: tasksAt('google', 30),
    isConditional: false,
  });
  expect(sessionsOverLimit(stats).length).toBeGreaterThan(0);
});

test('the workers learn together that a provider accepts fewer sessions', async () => {
  const { stats, table } = await simulate({
    seed: 1,
    workers: 20,
    tasks: tasksAt('google', 40),
    accepts: () => 4,
  });
  const refused = stats.opened.filter(({ isRefused }) => isRefused);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(stats.opened.length / 4);
  expect(table.state('google')?.limit).toBeLessThan(6);
});

test('every worker continues with one session during an outage of the table', async () => {
  const { stats } = await simulate({
    seed: 1,
    workers: 20,
    tasks: tasksAt('google', 40),
    outage: [MINUTE, 2 * MINUTE],
  });
  const over = sessionsOverLimit(stats);
  for (const { at, open } of over) {
    expect(at).toBeGreaterThan(START + MINUTE);
    expect(at).toBeLessThan(START + 2 * MINUTE + 3000);
    expect(open).toBeLessThanOrEqual(20);
  }
  const during = stats.answered.filter(
    ({ at }) => at > START + 1.5 * MINUTE && at < START + 2 * MINUTE,
  );
  expect(during.length).toBeGreaterThan(30);
});

test('a visitor who waits for an answer precedes the lists', async () => {
  const { stats } = await simulate({
    seed: 1,
    workers: 20,
    tasks: tasksAt('orange', 8),
    visit: { afterMs: MINUTE, task: new Map([['orange', 1]]) },
  });
  expect(sessionsOverLimit(stats)).toEqual([]);
  expect(stats.visitMs).toBeLessThan(12_000);
});

test.each([
  {
    who: 'a short list of the same customer',
    request: { priority: 1 },
    addresses: 100,
    times: 1.5,
  },
  {
    who: 'a long list of another customer',
    request: { customer: 'b' },
    addresses: 2_000,
    times: 3,
  },
] as const)('a long list does not delay $who', async ({ request, addresses, times }) => {
  const visit = { afterMs: MINUTE, task: new Map([['google', addresses]]), request };
  const setting = { seed: 1, workers: 20, visit };
  const withoutTasks = await simulate({ ...setting, tasks: [] });
  const withLongList = await simulate({ ...setting, tasks: tasksAt('google', 60) });
  const withoutVisitor = await simulate({ seed: 1, workers: 20, tasks: tasksAt('google', 60) });
  expect(sessionsOverLimit(withLongList.stats)).toEqual([]);
  expect(withLongList.stats.visitMs).toBeLessThan(times * withoutTasks.stats.visitMs);
  const end = ({ stats }: typeof withoutTasks) => Math.max(...stats.answered.map(({ at }) => at));
  // Only the visitor's own work may delay the long list.
  expect(end(withLongList) - end(withoutVisitor)).toBeLessThan(
    1.5 * withoutTasks.stats.visitMs + 10_000,
  );
});

test('the sessions of a killed worker are free again after a minute', async () => {
  const time = createVirtualTime(START);
  const random = randomFrom(1);
  const facts = createMemoryFacts(time.now);
  const { storeOf } = createMemoryLeases(time, random);
  const opened: [holder: string, at: number][] = [];
  const startAt = (holder: string) => {
    const servers: SimulatedServers = {
      opened(): 'served' {
        opened.push([holder, time.now() - START]);
        return 'served';
      },
      closed() {},
      answered() {},
    };
    return startWorker(holder, { facts, store: storeOf(holder), servers }, time, random);
  };
  const killed = startAt('killed');
  void killed.work(new Map([['docomo', TASK]]));
  await time.advance(() => time.now() >= START + 10_000);
  killed.kill();
  void startAt('next').work(new Map([['docomo', 20]]));
  await time.advance(() => time.now() >= START + 3 * MINUTE);
  expect(opened.map(([holder]) => holder)).toEqual(['killed', 'next']);
  expect(opened[1]?.[1]).toBeGreaterThan(0.9 * MINUTE);
  expect(opened[1]?.[1]).toBeLessThan(1.1 * MINUTE);
});
