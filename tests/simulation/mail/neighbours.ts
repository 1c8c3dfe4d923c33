import type { Verdict } from '../../../shared/contract/checks.ts';

/** A verdict by the index of its address. */
export interface Told {
  readonly index: number;
  readonly verdict: Verdict;
}

/** What hostile customers changed for the others. */
export interface Neighbours {
  /** Verdicts that were the same with them and without. */
  same: number;
  /** Addresses that were not asked for in time, and are to be asked for again. */
  later: number;
  /** What must not be, in words. */
  readonly changed: string[];
  /** The most time by which a verdict came later. */
  delayMs: number;
}

/**
 * The most virtual time that hostile customers may cost a verdict. A silent server keeps a session
 * for 10 seconds while somebody waits, its process gives the lease back within 7.5, and another
 * reads that within 1.5 ([engine-pace.md](../../../docs/engine-pace.md)). What was not asked for by then is
 * asked for again after 30.
 */
export const MAX_DELAY_MS = 49_000;

export const noNeighbours = (): Neighbours => ({ same: 0, later: 0, changed: [], delayMs: 0 });

const byIndex = (some: readonly Told[]): readonly Told[] =>
  some.toSorted((a, b) => a.index - b.index);

/** @param laterMs how much longer the run took with hostile customers than without */
export function compare(
  neighbours: Neighbours,
  addresses: readonly string[],
  [without, beside]: readonly [readonly Told[], readonly Told[]],
  laterMs: number,
): void {
  const others = byIndex(beside);
  for (const [at, { index, verdict }] of byIndex(without).entries()) {
    const { status, reason, retry_after_s } = others[at]?.verdict ?? {};
    const isSame = status === verdict.status && reason === verdict.reason;
    const isLater = !isSame && reason === 'not_answered' && retry_after_s !== undefined;
    const delayMs = laterMs + (isLater ? retry_after_s * 1000 : 0);
    neighbours.delayMs = Math.max(neighbours.delayMs, delayMs);
    if (isSame) neighbours.same += 1;
    if (isLater) neighbours.later += 1;
    if (delayMs <= MAX_DELAY_MS && (isSame || isLater)) continue;
    neighbours.changed.push(
      `${addresses[index]} is ${status} ${reason} ${delayMs} ms later, without hostile customers ${verdict.status} ${verdict.reason}`,
    );
  }
}
