import type { PaceFeedback } from '../capacity/pace.ts';
import type { ConnectionEnd } from '../smtp/exchange.ts';
import type { Destination } from './destination.ts';
import type { DomainBatch } from './domain-batch.ts';

export interface ConnectionEndState {
  kind: Exclude<ConnectionEnd['kind'], 'aborted'>;
  isThrottled: boolean;
  hasReplied: boolean;
  /** Whether other connections are open, so that this one may have exceeded the server's limit. */
  isConnectionLimit: boolean;
  /** Number of recipients that were sent and have no reply. */
  unanswered: number;
  /** Whether the server replied to the first commands of a packet only, and then fell silent. */
  isCut: boolean;
  isPipelining: boolean;
  batch: Pick<DomainBatch, 'failures' | 'silences'>;
  destination: Pick<Destination, 'failedConnections' | 'oneByOne'>;
}

export interface ConnectionEndDecision {
  batch?: Partial<ConnectionEndState['batch']>;
  destination?: Partial<ConnectionEndState['destination']>;
  /**
   * Treatment of the waiting recipients. `keep`: the next connection tries them again.
   * `conclude`: they get the outcome of the connection's end. `refuse_all`: recipients of all other
   * domains at the destination get this outcome, too.
   */
  waiting: 'keep' | 'conclude' | 'refuse_all';
  feedback: PaceFeedback | undefined;
}

/** Number of consecutive domains without any reply after which a destination is abandoned. */
const MAX_SILENT_DOMAINS = 3;

/** @param maxFailed number of connections without a new reply after which a batch is given up */
export function decideAfterConnectionEnd(
  state: ConnectionEndState,
  maxFailed: number,
): ConnectionEndDecision {
  const { kind, hasReplied, batch, destination } = state;
  const complaint = hasReplied ? 'partially_throttled' : 'throttled';
  const feedback = state.isThrottled ? complaint : undefined;
  const isUsedUp = kind === 'shutdown' || kind === 'closed' || kind === 'overtime';
  if (hasReplied && isUsedUp) return { waiting: 'keep', feedback };
  if (kind === 'timeout' && mayAskFewer(state, maxFailed)) {
    const silences = batch.silences + 1;
    return { waiting: 'keep', feedback, batch: { silences }, destination: { oneByOne: true } };
  }

  const isTooMany = !hasReplied && state.isConnectionLimit;
  const failures = batch.failures + 1;
  const failed: ConnectionEndDecision = {
    waiting: 'conclude',
    feedback: isTooMany ? 'throttled' : feedback,
    batch: { failures },
  };
  const mayRetry = isTooMany || kind === 'closed';
  if (mayRetry && failures < maxFailed) return { ...failed, waiting: 'keep' };
  if (hasReplied || isTooMany) return failed;
  const silentDomains = destination.failedConnections + 1;
  const isAboutEveryone = kind === 'shutdown' || kind === 'timeout';
  return {
    ...failed,
    destination: { failedConnections: silentDomains },
    waiting: isAboutEveryone || silentDomains >= MAX_SILENT_DOMAINS ? 'refuse_all' : 'conclude',
  };
}

/**
 * Whether to send one command at a time on a new connection. A server that fell silent may withhold
 * the replies of an entire group (RFC 2920 §3.2), be behind a filter that drops all commands of a
 * packet except the first, or reply more slowly after each refusal on a connection.
 */
function mayAskFewer(
  { hasReplied, unanswered, isCut, isPipelining, batch, destination }: ConnectionEndState,
  maxFailed: number,
): boolean {
  // Another session may already have switched to single commands.
  const isGroup = (isPipelining || !destination.oneByOne) && (unanswered > 1 || isCut);
  return isGroup || (hasReplied && batch.silences < maxFailed);
}
