import { PROVIDERS } from '../src/data/providers.ts';
import { createMemoryFacts } from '../src/facts/memory-facts.ts';
import type { LeaseStore } from '../src/model/leases.ts';
import { startWorker } from './simulated-worker.ts';
import type { SimulatedServers, SimulatedWorker, SimulatedTask } from './simulated-worker.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A scenario: processes that share tasks, and how providers and crashes affect them. */
export interface Fleet {
  workers: number;
  /** The tasks, in the order of their queue. */
  tasks: readonly SimulatedTask[];
  storeOf: (holder: string) => LeaseStore;
  /** Share of runs in which the worker is killed. */
  killRate?: number;
  /** Concurrent sessions that a provider accepts; by default the provider table's number. */
  accepts?: (provider: string) => number;
  /**
   * A single task that a visitor starts after some milliseconds, by default with the priority of a
   * check that someone waits for.
   */
  visit?: {
    afterMs: number;
    task: SimulatedTask;
    request?: Parameters<SimulatedWorker['work']>[1];
  };
}

export interface FleetStats {
  /** Every session that was opened, with the number of sessions then open at its provider. */
  opened: { provider: string; at: number; open: number; isRefused: boolean }[];
  answered: { provider: string; at: number; count: number }[];
  /** Maximum runs of any task. */
  runs: number;
  /** Every process, from its start to its end. */
  processes: { holder: string; from: number; to: number }[];
  /** Milliseconds until the visitor's task was completed. */
  visitMs: number;
}

export const maxSessions = (provider: string): number =>
  PROVIDERS.find(({ id }) => id === provider)?.sessions.max ?? Infinity;

/**
 * Returns the pause between two runs of a process in milliseconds: mostly short, sometimes long.
 */
const pauseMs = (random: () => number): number => (random() < 0.1 ? 30_000 : 500) * random();
const MAX_KILL_DELAY_MS = 60_000;

/**
 * Runs all tasks on the workers, one task per worker at a time. Providers start at their maximum
 * pace.
 */
export async function runFleet(
  { workers, tasks, storeOf, killRate = 0, accepts = maxSessions, visit }: Fleet,
  time: VirtualTime,
  random: () => number,
): Promise<FleetStats> {
  const open = new Map<string, number>();
  const stats: FleetStats = { opened: [], answered: [], runs: 0, processes: [], visitMs: 0 };
  const openAt = (provider: string): number => open.get(provider) ?? 0;
  const servers: SimulatedServers = {
    opened(provider) {
      open.set(provider, openAt(provider) + 1);
      const isRefused = openAt(provider) > accepts(provider);
      stats.opened.push({ provider, at: time.now(), open: openAt(provider), isRefused });
      return isRefused ? 'throttled' : 'served';
    },
    closed: (provider) => void open.set(provider, openAt(provider) - 1),
    answered: (provider, count) => void stats.answered.push({ provider, at: time.now(), count }),
  };
  const facts = createMemoryFacts(time.now);
  for (const { id, sessions } of PROVIDERS)
    await facts.putProvider(id, { pace: sessions.max }, 86_400);

  function start(holder: string) {
    const process = { holder, from: time.now(), to: time.now() };
    stats.processes.push(process);
    const parts = { facts, store: storeOf(holder), servers };
    return { ...startWorker(holder, parts, time, random), process };
  }

  const queue = tasks.map((task) => ({ task, runs: 0 }));
  let running = 0;
  async function takeTasks(number: number): Promise<void> {
    let worker = start(`worker-${number}`);
    for (let next = queue.shift(); next; next = queue.shift()) {
      next.runs += 1;
      stats.runs = Math.max(stats.runs, next.runs);
      worker.thaw();
      const work = worker.work(next.task);
      const left = await (random() < killRate ? time.sleep(MAX_KILL_DELAY_MS * random()) : work);
      worker.process.to = time.now();
      if (left) worker.freeze();
      else worker.kill();
      if (!left || left.size > 0) queue.push({ ...next, task: left ?? next.task });
      await time.sleep(pauseMs(random));
      if (!left) worker = start(`worker-${number}-${stats.processes.length}`);
    }
  }
  async function visitOnce({ afterMs, task, request }: NonNullable<typeof visit>): Promise<void> {
    await time.sleep(afterMs);
    const visitor = start('visitor');
    await visitor.work(task, request ?? { priority: 2 });
    stats.visitMs = time.now() - visitor.process.from;
  }
  async function trackWork(work: Promise<void>): Promise<void> {
    running += 1;
    await work;
    running -= 1;
  }

  for (let number = 1; number <= workers; number += 1) void trackWork(takeTasks(number));
  if (visit) void trackWork(visitOnce(visit));
  await time.advance(() => running === 0);
  return stats;
}
