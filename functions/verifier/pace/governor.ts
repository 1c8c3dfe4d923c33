import type { FactStore } from '../types.ts';

/**
 * How a session went, as far as pace is concerned. `throttled` brought nothing but a complaint;
 * `eased_off` was of use until there was one.
 */
export type SessionEnd = 'fine' | 'throttled' | 'eased_off' | 'neutral';

/**
 * Keeps the number of sessions a provider sees from one egress identity at what it tolerates:
 * one more for every round of sessions that went well, half after each complaint (AIMD, as TCP
 * does). A provider that blocks us is left alone until a given time.
 */
export interface Governor {
  /** Recalls what is known of a key, by others too. To be awaited before the key is used. */
  recall(key: string, bounds: { initial: number; max: number }): Promise<void>;
  take(key: string): boolean;
  give(key: string, end: SessionEnd): void;
  /** Notes that a session went well so far. */
  goesWell(key: string): void;
  /** Whether more than one session is open. */
  crowded(key: string): boolean;
  /** Calls back once, when there is room for a session of the key; those that came first first. */
  whenFree(key: string, callback: () => void): void;
  /**
   * Notes that one domain of the key says we are blocked. Believed of all after a few in a row:
   * then the key is left alone for that many milliseconds, in later runs too.
   */
  suspect(key: string, ms: number): void;
  /** Notes that the key serves us. */
  trust(key: string): void;
  /** Leaves a key alone, in later runs too: it says that we are blocked. */
  block(key: string, ms: number): void;
  /** Why and for how many milliseconds a key is to be left alone, if it is. */
  closed(key: string): { reason: 'ip_blocked' | 'throttled'; ms: number } | undefined;
}

interface Lane {
  limit: number;
  /** Sessions at once of which there was a complaint last. */
  tooMany: number;
  max: number;
  open: number;
  /** Complaints in a row while down to one session. */
  complaints: number;
  /** Domains in a row that said we are blocked. */
  suspicions: number;
  blockedUntil: number;
  restsUntil: number;
  recalledAt: number;
  waiting: (() => void)[];
}

/** Seconds for which a provider's pace and blocks are remembered. */
const PACE_TTL = 86_400;
/** How much slower than below it the number of sessions grows to one that was too many. */
const CAUTION = 0.1;
/** Complaints at the slowest pace after which a provider gets a rest. */
const COMPLAINTS_BEFORE_REST = 3;
const REST_MS = 60_000;
/** Domains in a row that may say we are blocked before it is believed of all. */
const SUSPICIONS_BEFORE_BLOCK = 3;
/** Milliseconds after which others may have learnt something of a key. */
const STALE_MS = 30_000;
/** Of so many keys the idle ones among the first half are forgotten; what matters is in the facts. */
const LANES = 32_768;

/**
 * @param now milliseconds since the epoch
 * @param timeScale divides the rest a provider is given
 */
export function createGovernor(facts: FactStore, now: () => number, timeScale = 1): Governor {
  const lanes = new Map<string, Lane>();
  const recalling = new Map<string, Promise<void>>();
  let many = LANES;

  function lane(key: string): Lane {
    let known = lanes.get(key);
    if (!known) {
      known = {
        limit: 1,
        tooMany: Infinity,
        max: 1,
        open: 0,
        complaints: 0,
        suspicions: 0,
        blockedUntil: 0,
        restsUntil: 0,
        recalledAt: -Infinity,
        waiting: [],
      };
      lanes.set(key, known);
    }
    return known;
  }

  /** Many at once: to look for one costs as much. The others may still wait to be used. */
  function forgetIdle(): void {
    if (lanes.size < many) return;
    const time = now();
    for (const [key, { open, waiting, blockedUntil, restsUntil }] of lanes) {
      if (open > 0 || waiting.length > 0 || blockedUntil > time || restsUntil > time) continue;
      lanes.delete(key);
      if (lanes.size <= LANES / 2) break;
    }
    many = Math.max(LANES, lanes.size * 1.25);
  }

  async function load(key: string, bounds: { initial: number; max: number }): Promise<void> {
    const fact = await facts.provider(key);
    forgetIdle();
    const it = lane(key);
    const fresh = it.recalledAt === -Infinity;
    it.recalledAt = now();
    it.blockedUntil = Math.max(it.blockedUntil, fact?.blockedUntil ?? 0);
    if (!fresh) return;
    it.max = Math.max(1, bounds.max);
    it.limit = Math.min(it.max, Math.max(1, fact?.pace ?? bounds.initial));
  }

  /** Both at once, since what is put replaces what was there. */
  function remember(key: string, { limit, blockedUntil }: Lane): void {
    const fact = { pace: limit, ...(blockedUntil > now() && { blockedUntil }) };
    void facts.putProvider(key, fact, PACE_TTL);
  }

  function slow(key: string, it: Lane): void {
    it.tooMany = Math.max(2, Math.floor(it.limit));
    it.limit = Math.max(1, it.limit / 2);
    remember(key, it);
  }

  function grow(key: string, it: Lane): void {
    const before = Math.floor(it.limit);
    it.complaints = 0;
    const step = before + 1 < it.tooMany ? 1 : CAUTION;
    it.limit = Math.min(it.max, it.limit + step / it.limit);
    if (Math.floor(it.limit) > before) remember(key, it);
  }

  /** Thousands may wait: one that finds no room would only come back here. */
  function wake(it: Lane): void {
    while (it.open < Math.floor(it.limit)) {
      const callback = it.waiting.shift();
      if (!callback) break;
      callback();
    }
  }

  function block(key: string, ms: number): void {
    const it = lane(key);
    it.blockedUntil = Math.max(it.blockedUntil, now() + ms);
    remember(key, it);
  }

  return {
    recall(key, bounds) {
      const recalledAt = lanes.get(key)?.recalledAt ?? -Infinity;
      if (now() - recalledAt < STALE_MS) return Promise.resolve();
      let loading = recalling.get(key);
      if (!loading) {
        loading = load(key, bounds).finally(() => recalling.delete(key));
        recalling.set(key, loading);
      }
      return loading;
    },

    take(key) {
      const it = lane(key);
      if (it.open >= Math.floor(it.limit)) return false;
      it.open += 1;
      return true;
    },

    give(key, end) {
      const it = lane(key);
      it.open -= 1;
      if (end === 'fine') grow(key, it);
      else if (end === 'eased_off') {
        it.complaints = 0;
        slow(key, it);
      } else if (end === 'throttled') {
        if (it.limit < 2) it.complaints += 1;
        slow(key, it);
        if (it.complaints >= COMPLAINTS_BEFORE_REST) {
          it.complaints = 0;
          it.restsUntil = now() + REST_MS / timeScale;
        }
      }
      wake(it);
    },

    goesWell(key) {
      const it = lane(key);
      grow(key, it);
      wake(it);
    },

    crowded: (key) => lane(key).open > 1,

    whenFree(key, callback) {
      lane(key).waiting.push(callback);
    },

    suspect(key, ms) {
      const it = lane(key);
      it.suspicions += 1;
      if (it.suspicions >= SUSPICIONS_BEFORE_BLOCK) block(key, ms);
    },

    trust(key) {
      lane(key).suspicions = 0;
    },

    block,

    closed(key) {
      const { blockedUntil, restsUntil } = lane(key);
      const time = now();
      if (blockedUntil > time) return { reason: 'ip_blocked', ms: blockedUntil - time };
      if (restsUntil > time) return { reason: 'throttled', ms: restsUntil - time };
      return undefined;
    },
  };
}
