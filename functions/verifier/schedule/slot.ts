import type { Provider } from '../data/providers.ts';
import type { Outcome } from '../outcome.ts';
import type { Egress } from '../types.ts';
import type { Closed, ConcurrencyLimiter, PaceFeedback } from './concurrency-limiter.ts';
import type { RunScope } from './verifier-context.ts';

/** Connections at once to a mail host that no known provider runs. */
const DEFAULT_SESSIONS = { initial: 2, max: 8 };

/**
 * The permission to have one connection open at a key of the concurrency limiter. It follows the
 * connection: a key stands for the server that was connected to, so that nobody answers for
 * another.
 */
export interface Slot {
  /** The provider, or the server, together with our egress address. */
  readonly key: string;
  readonly egress: Egress;
  readonly run: RunScope;
  /**
   * Waits until a connection at another key may be opened, and gives the present one back.
   *
   * @returns why none may be opened; then no slot is held at either
   */
  moveTo(key: string, provider: Provider | undefined): Promise<Closed | undefined>;
  /** The server refused the session: what it says counts for its key. */
  refused(outcome: Outcome, domain: string): void;
  release(feedback: PaceFeedback): void;
}

export const loadPace = (
  limiter: ConcurrencyLimiter,
  key: string,
  provider: Provider | undefined,
): Promise<void> =>
  limiter.load(key, provider?.sessions ?? DEFAULT_SESSIONS, provider !== undefined);

/** Waits for a slot. */
export async function acquireSlot(
  limiter: ConcurrencyLimiter,
  firstKey: string,
  egress: Egress,
  run: RunScope,
): Promise<Slot> {
  let key = firstKey;
  let isHeld = true;
  let feedback: PaceFeedback = 'neutral';
  await limiter.acquire(key, run);

  function release(more: PaceFeedback): void {
    if (isHeld) limiter.release(key, run, more === 'neutral' ? feedback : more);
    isHeld = false;
    feedback = 'neutral';
  }

  return {
    get key() {
      return key;
    },
    egress,
    run,
    async moveTo(next, provider) {
      if (next === key && isHeld) return undefined;
      release('neutral');
      key = next;
      await loadPace(limiter, key, provider);
      const closed = limiter.closed(key, run);
      if (closed) return closed;
      await limiter.acquire(key, run);
      isHeld = true;
      const isClosed = limiter.begin(key, run);
      if (isClosed) release('neutral');
      return isClosed;
    },
    refused({ reason }, domain) {
      if (reason === 'throttled') feedback = 'throttled';
      if (reason === 'ip_blocked') limiter.reportBlock(key, run, domain, true);
    },
    release,
  };
}
