import { ApiError } from '../../../shared/client/api-error.ts';

/** Maximum delay that the server can ask for. */
const MAX_WAIT_MS = 5 * 60_000;
const MAX_BACKOFF_MS = 60_000;

/** The part of a React Query query that this module uses. */
interface Polled {
  readonly state: {
    readonly status: 'pending' | 'error' | 'success';
    readonly error: unknown;
    /** Time of the last error in epoch milliseconds; 0 if there was none. */
    readonly errorUpdatedAt: number;
    /** Number of errors so far, which a success does not reset. */
    readonly errorUpdateCount: number;
  };
}

/** Returns the milliseconds after which the server asked to retry; undefined if it did not. */
export function retryAfterOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.retryAfter === undefined) return undefined;
  if (error.status !== 429 && error.status !== 503) return undefined;
  return Math.min(error.retryAfter * 1000, MAX_WAIT_MS);
}

/** Returns the cause of an error if it is temporary; otherwise undefined. */
export function temporaryCause(error: unknown): 'offline' | 'busy' | undefined {
  if (error instanceof ApiError && error.code === 'offline') return 'offline';
  return retryAfterOf(error) === undefined ? undefined : 'busy';
}

/** Whether a query may refresh early, which is false if the server asked for a later retry. */
export const mayRefresh = ({ state }: Polled): boolean =>
  Date.now() >= state.errorUpdatedAt + (retryAfterOf(state.error) ?? 0);

/** Error count of each query at its last success. */
const errorsAtLastSuccess = new WeakMap<Polled, number>();

/**
 * Returns `intervalMs`, doubled for each consecutive failure up to a minute, but never less than
 * the server asked for.
 */
export function backoffInterval(query: Polled, intervalMs: number): number {
  const { status, error, errorUpdateCount } = query.state;
  if (status === 'success') errorsAtLastSuccess.set(query, errorUpdateCount);
  const failures = errorUpdateCount - (errorsAtLastSuccess.get(query) ?? 0);
  return Math.max(Math.min(intervalMs * 2 ** failures, MAX_BACKOFF_MS), retryAfterOf(error) ?? 0);
}
