import { ApiError } from '../../../shared/contract/api-error.ts';

/** Upper limit for a delay requested by the server. */
const MAX_WAIT_MS = 5 * 60_000;
/** Upper limit of the backoff after repeated failures. */
const MAX_BACKOFF_MS = 60_000;

/** The part of a React Query query that these functions use. */
interface Polled {
  readonly state: {
    readonly status: 'pending' | 'error' | 'success';
    readonly error: unknown;
    /** Epoch milliseconds of the last error, 0 without one. */
    readonly errorUpdatedAt: number;
    /** Errors so far; not reset by a success. */
    readonly errorUpdateCount: number;
  };
}

/** Milliseconds to wait if the server asked to retry later. */
export function retryAfterOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.retryAfter === undefined) return undefined;
  if (error.status !== 429 && error.status !== 503) return undefined;
  return Math.min(error.retryAfter * 1000, MAX_WAIT_MS);
}

/** Reason for missing data that is only a delay, not a failure. */
export function delayOf(error: unknown): 'offline' | 'busy' | undefined {
  if (error instanceof ApiError && error.code === 'offline') return 'offline';
  return retryAfterOf(error) === undefined ? undefined : 'busy';
}

/** Whether a query may refresh before its timer: not while the server asked to wait. */
export const mayRefresh = ({ state }: Polled): boolean =>
  Date.now() >= state.errorUpdatedAt + (retryAfterOf(state.error) ?? 0);

/** Error count of a query at its last success. */
const errorsAtLastSuccess = new WeakMap<Polled, number>();

/**
 * Milliseconds until the next poll: `gap` after a success, doubled after each consecutive failure,
 * and never earlier than the server asked for.
 */
export function backoffInterval(query: Polled, intervalMs: number): number {
  const { status, error, errorUpdateCount } = query.state;
  if (status === 'success') errorsAtLastSuccess.set(query, errorUpdateCount);
  const failures = errorUpdateCount - (errorsAtLastSuccess.get(query) ?? 0);
  return Math.max(Math.min(intervalMs * 2 ** failures, MAX_BACKOFF_MS), retryAfterOf(error) ?? 0);
}
