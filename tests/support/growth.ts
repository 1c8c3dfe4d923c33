/** Text lengths. Code that backtracks exponentially is already slow at the first length. */
const LENGTHS = [24, 256, 2048, 16_384];
/** Milliseconds below which growth is ignored. Linear code takes less than a twentieth of this. */
const NOISE_MS = 20;
/** Maximum growth for eight times the length. Linear code grows by 8, quadratic code by 64. */
export const MAX_GROWTH = 24;
const TRIES = 3;
/**
 * If two tries exceed the limit by this factor, a third try cannot change the outcome. A single try
 * can exceed it because of a garbage collection of the whole heap.
 */
const GIVE_UP_FACTOR = 8;
const MEAN_RUNS = 20;

/** Creates a text of about `length` characters that repeats `pump` between `start` and `end`. */
export const createHostileText = (length: number, pump: string, start = '', end = ''): string =>
  start + pump.repeat(Math.ceil(length / pump.length)) + end;

/**
 * Returns the shortest length at which `run` takes disproportionately long; undefined if it never
 * does. Measures three times and uses the fastest, to exclude compilation and garbage collection.
 * @param textOf creates a string of a given length
 */
export function findSlowLength(
  run: (text: string) => unknown,
  textOf: (length: number) => string,
): number | undefined {
  let shorter = '';
  let before = 0;
  for (const length of LENGTHS) {
    const text = textOf(length);
    const maxMs = Math.max(NOISE_MS, MAX_GROWTH * before);
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < TRIES && best > maxMs; attempt += 1) {
      best = Math.min(
        best,
        measureCpuMs(() => run(text)),
      );
      if (attempt > 0 && best > GIVE_UP_FACTOR * maxMs) break;
    }
    if (best > maxMs && best > MAX_GROWTH * measureMeanCpuMs(() => run(shorter))) return length;
    shorter = text;
    before = best;
  }
  return undefined;
}

/**
 * Measures the mean of many runs. One run of a few milliseconds cannot be measured, because some
 * kernels count processor time in ticks of four milliseconds.
 */
const measureMeanCpuMs = (work: () => unknown): number =>
  measureCpuMs(() => {
    for (let run = 0; run < MEAN_RUNS; run += 1) work();
  }) / MEAN_RUNS;

/** Measures CPU milliseconds of this thread. Wall time would include other load. */
export function measureCpuMs(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
