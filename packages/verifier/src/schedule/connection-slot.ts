import { setTimeout as delay } from 'node:timers/promises';
import type { Provider } from '../data/providers.ts';
import type { Outcome } from '../verdict/outcome.ts';
import type { Egress } from '../model/types.ts';
import type { PaceFeedback } from '../capacity/pace.ts';
import { paceKeyForDestination, type Destination } from './destination.ts';
import type { Suspension } from '../capacity/pace.ts';
import type { RunScope, VerifierContext } from './verifier-context.ts';

/** Initial and maximum concurrent connections to a mail host that no known provider runs. */
const DEFAULT_SESSIONS = { initial: 2, max: 8 };

/**
 * Permission for one open connection under a key of the concurrency limiter. The key follows the
 * connection to the server that it reached, so that each server is judged by its own replies.
 */
export interface ConnectionSlot {
  /** Key of the provider or server, together with our egress address. */
  readonly key: string;
  readonly egress: Egress;
  readonly run: RunScope;
  /**
   * Moves the slot to the key `next`, and waits until a connection is allowed there. If `next` is
   * suspended, returns the reason and holds no slot.
   */
  moveTo(next: string, nextProvider: Provider | undefined): Promise<Suspension | undefined>;
  /** Records that the server refused the session; this counts against the current key. */
  recordRefusal(outcome: Outcome, domain: string): void;
  /** Records that a domain's recipient was refused because we are blocked. */
  recordBlock(domain: string): void;
  /** Records a recipient's reply that does not mention a block. */
  recordSuccess(): void;
  release(feedback: PaceFeedback): void;
}

/** Milliseconds after which a session also queues at the next egress address. */
const NEXT_EGRESS_MS = 250;
/** Replaces `NEXT_EGRESS_MS` for keys with leases, because a leased session takes longer. */
const NEXT_EGRESS_LEASED_MS = 2_000;

/**
 * Whether a failed session probably exceeded a connection limit: other sessions work at the
 * destination or, if the reply is about our rate, at its provider. Those sessions take over the
 * recipients.
 */
export const isConnectionLimitReply = (
  work: { context: VerifierContext; destination: Destination; slot: ConnectionSlot },
  { reason }: Outcome,
): boolean =>
  work.destination.sessions > 1 ||
  (reason === 'throttled' && work.context.limiter.isShared(work.slot.key));

/** During its warm-up, an egress address gets only a share of the maximum sessions. */
export function loadPace(
  { limiter, reputation }: Pick<VerifierContext, 'limiter' | 'reputation'>,
  key: string,
  provider: Provider | undefined,
  egress: Egress,
): Promise<void> {
  const { initial, max } = provider?.sessions ?? DEFAULT_SESSIONS;
  const connectionLimits = { initial, max: max * reputation.share(egress.helo) };
  return limiter.load(key, connectionLimits, provider !== undefined);
}

/** Waits for a slot at the first egress address, or at a later one that has a free slot sooner. */
async function firstFreeEgress(
  context: VerifierContext,
  destination: Destination,
  egresses: readonly Egress[],
  run: RunScope,
): Promise<Egress> {
  const { limiter } = context;
  const found = Promise.withResolvers<Egress>();
  const stopWaiting = new AbortController();
  const { signal } = stopWaiting;
  let waitMs = 0;
  for (const egress of egresses) {
    const key = paceKeyForDestination(destination, egress);
    if (egress !== egresses[0]) {
      if (!destination.isSpread) await delay(waitMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await loadPace(context, key, destination.provider, egress);
    }
    if (signal.aborted) break;
    const cancel = limiter.join(key, run, () => {
      destination.isSpread = egress !== egresses[0];
      found.resolve(egress);
      stopWaiting.abort();
    });
    if (signal.aborted) break;
    signal.addEventListener('abort', cancel);
    waitMs = limiter.isLeased(key) ? NEXT_EGRESS_LEASED_MS : NEXT_EGRESS_MS;
  }
  return found.promise;
}

/** Waits for a slot at the first of these egress addresses that has one free. */
export async function acquireConnectionSlot(
  context: VerifierContext,
  destination: Destination,
  egresses: readonly Egress[],
  run: RunScope,
): Promise<ConnectionSlot> {
  const { limiter, reputation } = context;
  const [onlyEgress, ...others] = egresses;
  const isOnly = onlyEgress !== undefined && others.length === 0;
  const egress = isOnly ? onlyEgress : await firstFreeEgress(context, destination, egresses, run);
  let key = paceKeyForDestination(destination, egress);
  if (isOnly) await limiter.acquire(key, run);
  let { provider } = destination;
  let isHeld = true;
  let feedback: PaceFeedback = 'neutral';

  function release(sessionFeedback: PaceFeedback): void {
    if (isHeld)
      limiter.release(key, run, sessionFeedback === 'neutral' ? feedback : sessionFeedback);
    isHeld = false;
    feedback = 'neutral';
  }

  function reportBlock(domain: string, isAboutUs: boolean): void {
    const isClosed = limiter.reportBlock(key, run, domain, isAboutUs);
    if (isClosed && provider) reputation.recordBlock(egress.helo, provider.id);
  }

  return {
    get key() {
      return key;
    },
    egress,
    run,
    async moveTo(next, nextProvider) {
      if (next === key && isHeld) return undefined;
      release('neutral');
      key = next;
      provider = nextProvider;
      await loadPace(context, key, provider, egress);
      const closed = limiter.closed(key, run);
      if (closed) return closed;
      await limiter.acquire(key, run);
      isHeld = true;
      const closedReason = limiter.begin(key, run);
      if (closedReason) release('neutral');
      return closedReason;
    },
    recordRefusal({ reason }, domain) {
      if (reason === 'throttled') feedback = 'throttled';
      if (reason === 'ip_blocked') reportBlock(domain, true);
    },
    recordBlock: (domain) => reportBlock(domain, false),
    recordSuccess() {
      if (limiter.clearBlock(key) && provider) reputation.recordSuccess(egress.helo, provider.id);
    },
    release,
  };
}
