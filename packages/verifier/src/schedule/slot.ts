import { setTimeout as delay } from 'node:timers/promises';
import type { Provider } from '../data/providers.ts';
import type { Outcome } from '../verdict/outcome.ts';
import type { Egress } from '../model/types.ts';
import type { PaceFeedback } from '../capacity/pace.ts';
import { paceKeyAt, type Destination } from './destination.ts';
import type { Closed } from '../capacity/pace.ts';
import type { RunScope, VerifierContext } from './verifier-context.ts';

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
  moveTo(next: string, nextProvider: Provider | undefined): Promise<Closed | undefined>;
  /** The server refused the session: its reply counts for its key. */
  refused(outcome: Outcome, domain: string): void;
  /** A recipient of a domain was refused because we are blocked. */
  blocked(domain: string): void;
  /** A recipient got a reply that does not mention a block. */
  served(): void;
  release(feedback: PaceFeedback): void;
}

/** Milliseconds after which a session is also sought by the next egress address. */
const NEXT_EGRESS_MS = 250;
/** The same for a pace key that takes a lease. */
const NEXT_EGRESS_LEASED_MS = 2_000;

/**
 * Whether a session that failed this way was one too many: others are at work at the destination
 * or, if the reply is about our rate, at its provider. They take over the recipients that wait.
 */
export const isConnectionLimitReply = (
  work: { context: VerifierContext; destination: Destination; slot: Slot },
  { reason }: Outcome,
): boolean =>
  work.destination.sessions > 1 ||
  (reason === 'throttled' && work.context.limiter.isShared(work.slot.key));

/** Loads what is known of a key; an egress address that is new gets part of the sessions. */
export function loadPace(
  { limiter, reputation }: Pick<VerifierContext, 'limiter' | 'reputation'>,
  key: string,
  provider: Provider | undefined,
  egress: Egress,
): Promise<void> {
  const { initial, max } = provider?.sessions ?? DEFAULT_SESSIONS;
  const bounds = { initial, max: max * reputation.share(egress.helo) };
  return limiter.load(key, bounds, provider !== undefined);
}

/**
 * Waits until a session at a destination may be opened by one of these egress addresses: by the
 * first, or by the next ones where that has none free.
 */
async function firstFree(
  context: VerifierContext,
  destination: Destination,
  egresses: readonly Egress[],
  run: RunScope,
): Promise<Egress> {
  const { limiter } = context;
  const found = Promise.withResolvers<Egress>();
  const over = new AbortController();
  const { signal } = over;
  let waitMs = 0;
  for (const egress of egresses) {
    const key = paceKeyAt(destination, egress);
    if (egress !== egresses[0]) {
      if (!destination.isSpread) await delay(waitMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await loadPace(context, key, destination.provider, egress);
    }
    if (signal.aborted) break;
    const leave = limiter.join(key, run, () => {
      destination.isSpread = egress !== egresses[0];
      found.resolve(egress);
      over.abort();
    });
    if (signal.aborted) break;
    signal.addEventListener('abort', leave);
    waitMs = limiter.isLeased(key) ? NEXT_EGRESS_LEASED_MS : NEXT_EGRESS_MS;
  }
  return found.promise;
}

/** Waits for a slot, at the first of these egress addresses that has one free. */
export async function acquireSlot(
  context: VerifierContext,
  destination: Destination,
  egresses: readonly Egress[],
  run: RunScope,
): Promise<Slot> {
  const { limiter, reputation } = context;
  const [only, ...others] = egresses;
  const isOnly = only !== undefined && others.length === 0;
  const egress = isOnly ? only : await firstFree(context, destination, egresses, run);
  let key = paceKeyAt(destination, egress);
  if (isOnly) await limiter.acquire(key, run);
  let { provider } = destination;
  let isHeld = true;
  let feedback: PaceFeedback = 'neutral';

  function release(more: PaceFeedback): void {
    if (isHeld) limiter.release(key, run, more === 'neutral' ? feedback : more);
    isHeld = false;
    feedback = 'neutral';
  }

  function blocked(domain: string, isAboutUs: boolean): void {
    const isClosed = limiter.reportBlock(key, run, domain, isAboutUs);
    if (isClosed && provider) reputation.blocked(egress.helo, provider.id);
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
      const closedMeanwhile = limiter.begin(key, run);
      if (closedMeanwhile) release('neutral');
      return closedMeanwhile;
    },
    refused({ reason }, domain) {
      if (reason === 'throttled') feedback = 'throttled';
      if (reason === 'ip_blocked') blocked(domain, true);
    },
    blocked: (domain) => blocked(domain, false),
    served() {
      if (limiter.clearBlock(key) && provider) reputation.served(egress.helo, provider.id);
    },
    release,
  };
}
