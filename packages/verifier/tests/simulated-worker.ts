import { PROVIDERS } from '../src/data/providers.ts';
import { createConcurrencyLimiter } from '../src/capacity/concurrency-limiter.ts';
import type { PaceFeedback } from '../src/capacity/pace.ts';
import type { LeaseStore } from '../src/model/leases.ts';
import type { FactStore } from '../src/model/facts.ts';
import type { Requester } from '../src/capacity/pace.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Number of addresses of one task at each provider. */
export type SimulatedTask = ReadonlyMap<string, number>;

/** The mail servers that all workers share. */
export interface SimulatedServers {
  opened(provider: string): PaceFeedback;
  closed(provider: string): void;
  /** Records that this number of addresses got a reply. */
  answered(provider: string, count: number): void;
}

/** A process that works on one task at a time, with the real limiter and the real leases. */
export interface SimulatedWorker {
  /** Resolves with unanswered addresses after at most `RUN_MS`; never if killed. */
  work(
    task: SimulatedTask,
    claim?: Partial<Pick<Requester, 'customer' | 'priority'>>,
  ): Promise<SimulatedTask>;
  /** Suspends the process between two tasks. */
  freeze(): void;
  thaw(): void;
  /** Ends the process without cleanup; the servers see its connections close. */
  kill(): void;
}

const RUN_MS = 100_000;
const CONNECT_MS = 400;
const QUIT_MS = 100;
/** Number of addresses in one transaction. */
export const GROUP_SIZE = 20;
/** Duration of one transaction in milliseconds. */
export const GROUP_MS = 1_000;
/** Groups per session, which take half a minute. */
const GROUPS_PER_SESSION = 30;

export function startWorker(
  holder: string,
  { facts, store, servers }: { facts: FactStore; store: LeaseStore; servers: SimulatedServers },
  time: VirtualTime,
  random: () => number,
): SimulatedWorker {
  let isKilled = false;
  let thawed: PromiseWithResolvers<void> | undefined;
  const open: string[] = [];

  /** Blocks a process until it is thawed, or forever if it was killed. */
  async function gate(): Promise<void> {
    await thawed?.promise;
    if (isKilled) await new Promise(() => {});
  }
  const gated = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      await gate();
    }
  };
  const sleep = (ms: number, signal?: AbortSignal) => gated(time.sleep(ms, signal));
  const limiter = createConcurrencyLimiter(facts, time.now, 1, {
    holder,
    now: time.now,
    random,
    sleep,
    onError: () => {},
    store: {
      read: (key) => gated(store.read(key)),
      write: (key, version, state) => gated(store.write(key, version, state)),
    },
  });

  async function ask(provider: string, count: number, run: Requester): Promise<number> {
    const { signal } = run;
    const limits = PROVIDERS.find(({ id }) => id === provider)?.sessions;
    await gated(limiter.load(provider, limits ?? { initial: 2, max: 8 }, limits !== undefined));
    let left = count;
    let sessions = 0;
    let isRequested = false;
    const all: Promise<void>[] = [];

    function request(): void {
      if (isRequested || signal.aborted || left <= sessions * GROUPS_PER_SESSION * GROUP_SIZE)
        return;
      isRequested = true;
      all.push(session());
    }

    async function session(): Promise<void> {
      await gated(limiter.acquire(provider, run));
      isRequested = false;
      const feedback = left > 0 && !signal.aborted ? await runSession() : 'neutral';
      limiter.release(provider, run, feedback);
      // Refused addresses are checked in a later run.
      if (feedback === 'served') request();
    }

    async function runSession(): Promise<PaceFeedback> {
      sessions += 1;
      open.push(provider);
      const feedback = servers.opened(provider);
      await sleep(CONNECT_MS);
      if (feedback === 'served') await askGroups();
      await sleep(QUIT_MS);
      servers.closed(provider);
      open.splice(open.indexOf(provider), 1);
      sessions -= 1;
      return feedback;
    }

    async function askGroups(): Promise<void> {
      while (left > 0 && !signal.aborted && limiter.mayContinue(provider, run)) {
        const group = Math.min(GROUP_SIZE, left);
        left -= group;
        await sleep(GROUP_MS);
        servers.answered(provider, group);
        request();
      }
    }

    request();
    for (const each of all) await each;
    return left;
  }

  return {
    async work(task, claim = {}) {
      const run = new AbortController();
      const requester = { signal: run.signal, customer: '', priority: 0, ...claim } as const;
      const over = new AbortController();
      const asked = Promise.all(
        [...task].map(
          async ([provider, count]) => [provider, await ask(provider, count, requester)] as const,
        ),
      );
      await gated(Promise.race([asked, sleep(RUN_MS, over.signal)]));
      over.abort();
      run.abort();
      await gated(limiter.releaseLeases(async () => void (await asked)));
      const left = await gated(asked);
      return new Map(left.filter(([, count]) => count > 0));
    },
    freeze() {
      thawed = Promise.withResolvers();
    },
    thaw() {
      thawed?.resolve();
      thawed = undefined;
    },
    kill() {
      isKilled = true;
      for (const provider of open.splice(0)) servers.closed(provider);
    },
  };
}
