/** Characters, each eight times as many. To try all ways is slow already at the first. */
const LENGTHS = [24, 256, 2048, 16_384];
/**
 * Milliseconds below which growth says nothing: what reads a text once takes less than a twentieth
 * of it at any length.
 */
const NOTHING_MS = 20;
/** Eight times the text takes eight times as long, or 64 times where it grows by the square. */
export const MAX_GROWTH = 24;
const TRIES = 3;
/** So many times too long, no further try changes it. */
const HOPELESS = 8;

/** A text of about `length` characters, many times `pump` between its two ends. */
export const hostile = (length: number, pump: string, start = '', end = ''): string =>
  start + pump.repeat(Math.ceil(length / pump.length)) + end;

/**
 * The shortest length at which `run` takes far longer than in proportion to its text; undefined
 * when it never does. The best of three tries counts: compiling and collecting garbage do not.
 * @param textOf makes the text of a length
 */
export function tooSlowAt(
  run: (text: string) => unknown,
  textOf: (length: number) => string,
): number | undefined {
  let before = 0;
  for (const length of LENGTHS) {
    const text = textOf(length);
    const most = Math.max(NOTHING_MS, MAX_GROWTH * before);
    let best = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < TRIES && best > most; attempt += 1) {
      best = Math.min(
        best,
        cpuMs(() => run(text)),
      );
      if (best > HOPELESS * most) break;
    }
    if (best > most) return length;
    before = best;
  }
  return undefined;
}

/**
 * Milliseconds for which this thread computes during `work`. On a busy machine the time of the
 * clock would also count what others compute. Some kernels count in steps of several milliseconds.
 */
export function cpuMs(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
