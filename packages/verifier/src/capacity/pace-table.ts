import type { FactStore } from '../model/facts.ts';
import { hasValidReport, mergeBlock } from './block.ts';
import { getOrCreate } from '../flow/get-or-create.ts';
import { createPace, type Pace } from './pace.ts';

export interface ConnectionLimits {
  initial: number;
  max: number;
}

/** The paces of all keys, which this process shares with other processes through the fact store. */
export interface PaceTable {
  at(key: string): Pace;
  all(): Iterable<Pace>;
  /** Loads the state of a key that earlier runs and other processes stored. */
  load(key: string, limits: ConnectionLimits, isProvider: boolean): Promise<void>;
  /** Stores pace and block together, because a fact replaces the previous one. */
  store(key: string): void;
}

const TTL_SECONDS = 86_400;
/** Keys are reloaded because other processes may have changed their state. */
const RELOAD_INTERVAL_MS = 30_000;
/** Number of keys above which idle ones are dropped; their important state is in the fact store. */
const MAX_KEYS = 32_768;

/** @param isLeased whether leases also limit the connections to providers */
export function createPaceTable(facts: FactStore, now: () => number, isLeased: boolean): PaceTable {
  const paces = new Map<string, Pace>();
  const loading = new Map<string, Promise<void>>();
  let evictIdleAt = MAX_KEYS;

  const at = (key: string): Pace => getOrCreate(paces, key, createPace);

  /** Drops many idle keys at once, because finding a single idle key takes as long. */
  function evictIdle(): void {
    if (paces.size < evictIdleAt) return;
    for (const [key, pace] of paces) {
      if (isInUse(pace, now())) continue;
      paces.delete(key);
      if (paces.size <= MAX_KEYS / 2) break;
    }
    evictIdleAt = Math.max(MAX_KEYS, paces.size * 1.25);
  }

  async function fetchFact(
    key: string,
    limits: ConnectionLimits,
    isProvider: boolean,
  ): Promise<void> {
    const fact = await facts.provider(key);
    evictIdle();
    const pace = at(key);
    const isNew = pace.loadedAt === -Infinity;
    pace.loadedAt = now();
    pace.max = Math.max(1, limits.max);
    if (fact) mergeBlock(pace.block, fact);
    if (!isNew) return;
    pace.isProvider = isProvider;
    pace.isLeased = isProvider && isLeased;
    pace.limit = Math.min(pace.max, Math.max(1, fact?.pace ?? limits.initial));
  }

  return {
    at,
    all: () => paces.values(),
    load(key, limits, isProvider) {
      const loadedAt = paces.get(key)?.loadedAt ?? -Infinity;
      if (now() - loadedAt < RELOAD_INTERVAL_MS) return Promise.resolve();
      return getOrCreate(loading, key, () =>
        fetchFact(key, limits, isProvider).finally(() => loading.delete(key)),
      );
    },
    store(key) {
      const { limit, block } = at(key);
      const hasBlockHistory = hasValidReport(block, now()) || block.servedAt > 0;
      void facts.putProvider(key, { pace: limit, ...(hasBlockHistory && block) }, TTL_SECONDS);
    },
  };
}

const isInUse = ({ isLeased, runs, waiting, block, cooldownUntil }: Pace, now: number): boolean =>
  isLeased ||
  runs.length > 0 ||
  waiting.length > 0 ||
  hasValidReport(block, now) ||
  cooldownUntil > now;
