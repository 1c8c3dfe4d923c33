import { ApiError } from '../../../shared/contract/api-error.ts';

/** A server may tell us to wait for longer; we ask after this time anyway. */
const MAX_WAIT_MS = 5 * 60_000;
/** The longest gap to which repeated failures lead. */
const MAX_GAP_MS = 60_000;

/** What the functions below need of a query of React Query. */
interface Polled {
  readonly state: {
    readonly status: 'pending' | 'error' | 'success';
    readonly error: unknown;
    /** Epoch milliseconds of the last error, 0 without one. */
    readonly errorUpdatedAt: number;
    /** Errors so far; a success does not reset it. */
    readonly errorUpdateCount: number;
  };
}

/** Milliseconds to wait, if the failure is a response that says when to come back. */
export function retryAfterOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.retryAfter === undefined) return undefined;
  if (error.status !== 429 && error.status !== 503) return undefined;
  return Math.min(error.retryAfter * 1000, MAX_WAIT_MS);
}

/** Why there is no new data although nothing has failed: it only takes longer. */
export function delayOf(error: unknown): 'offline' | 'busy' | undefined {
  if (error instanceof ApiError && error.code === 'offline') return 'offline';
  return retryAfterOf(error) === undefined ? undefined : 'busy';
}

/** Whether a query may be refreshed before its timer: not while the server wants us to wait. */
export const mayRefresh = ({ state }: Polled): boolean =>
  Date.now() >= state.errorUpdatedAt + (retryAfterOf(state.error) ?? 0);

/** The errors that a query had had when it last succeeded. */
const errorsBefore = new WeakMap<Polled, number>();

/**
 * Milliseconds until the next poll of a query: `gap` after a success, twice as long after each
 * failure in a row, and not before the time that the server told.
 */
export function growingGap(query: Polled, gap: number): number {
  const { status, error, errorUpdateCount } = query.state;
  if (status === 'success') errorsBefore.set(query, errorUpdateCount);
  const failures = errorUpdateCount - (errorsBefore.get(query) ?? 0);
  return Math.max(Math.min(gap * 2 ** failures, MAX_GAP_MS), retryAfterOf(error) ?? 0);
}
