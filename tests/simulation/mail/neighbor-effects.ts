import type { Verdict } from '../../../shared/contract/checks.ts';

export interface IndexedVerdict {
  readonly index: number;
  readonly verdict: Verdict;
}

export interface NeighborEffects {
  /** Number of verdicts that were the same with and without hostile customers. */
  same: number;
  /** Number of addresses that were not verified in time and will be retried. */
  later: number;
  /** Descriptions of changes that must not happen. */
  readonly changed: string[];
  delayMs: number;
}

/**
 * Maximum virtual time in milliseconds by which hostile customers may delay a verdict. A silent
 * server keeps a session for 10 seconds while another customer waits, its process returns the lease
 * within 7.5 seconds, and another process notices that within 1.5 seconds (docs/engine-pace.md). An
 * address that is not verified by then is retried after 30 seconds.
 */
export const MAX_NEIGHBOR_DELAY_MS = 49_000;

export const createNeighborEffects = (): NeighborEffects => ({
  same: 0,
  later: 0,
  changed: [],
  delayMs: 0,
});

const byIndex = (verdicts: readonly IndexedVerdict[]): readonly IndexedVerdict[] =>
  verdicts.toSorted((a, b) => a.index - b.index);

/**
 * Compares verdicts with and without hostile customers.
 * @param laterMs additional duration of the run with hostile customers
 */
export function recordNeighborEffects(
  effects: NeighborEffects,
  addresses: readonly string[],
  [isolated, contended]: readonly [readonly IndexedVerdict[], readonly IndexedVerdict[]],
  laterMs: number,
): void {
  const others = byIndex(contended);
  for (const [at, { index, verdict }] of byIndex(isolated).entries()) {
    const { status, reason, retry_after_s } = others[at]?.verdict ?? {};
    const isSame = status === verdict.status && reason === verdict.reason;
    const isLater = !isSame && reason === 'not_answered' && retry_after_s !== undefined;
    const delayMs = laterMs + (isLater ? retry_after_s * 1000 : 0);
    effects.delayMs = Math.max(effects.delayMs, delayMs);
    if (isSame) effects.same += 1;
    if (isLater) effects.later += 1;
    if (delayMs <= MAX_NEIGHBOR_DELAY_MS && (isSame || isLater)) continue;
    effects.changed.push(
      `${addresses[index]} is ${status} ${reason} ${delayMs} ms later, without hostile customers ${verdict.status} ${verdict.reason}`,
    );
  }
}
