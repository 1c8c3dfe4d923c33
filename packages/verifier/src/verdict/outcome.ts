import type { Classification } from '../classify/types.ts';
import type { ConnectionEnd } from '../smtp/exchange.ts';
import type { SessionOpenFailure } from '../smtp/session.ts';
import type { Reason, ReplyEvidence, Stage, Status } from '../model/types.ts';

export interface ContactedServer {
  mx: string;
  provider: string | undefined;
  egress: string;
}

/** The result for one recipient, before the facts about its domain are added. */
export interface Outcome extends Partial<ContactedServer> {
  status: Status;
  reason: Reason;
  confidence: number;
  /** Name of the rule that decided, shown in traces. */
  rule: string;
  reply?: ReplyEvidence;
  /** Whether a later attempt may bring a better verdict. */
  retry: boolean;
  /** Minimum milliseconds until the next attempt. */
  waitMs?: number;
}

/**
 * Returns the outcome of a reply. Only a reply to RCPT can be conclusive about a recipient; at
 * other stages, the outcome is `unknown`.
 */
export function outcomeOfReply(
  classification: Classification,
  stage: Stage,
  { mx, provider, egress }: ContactedServer,
): Outcome {
  const { text, code, enhanced } = classification;
  const reply: ReplyEvidence = {
    stage,
    text,
    ...(code !== undefined && { code }),
    ...(enhanced !== undefined && { enhanced }),
  };
  if (stage !== 'rcpt' && classification.status !== 'unknown') {
    const { rule } = classification;
    const unknown = { status: 'unknown', reason: 'server_error', confidence: 0.5 } as const;
    return { ...unknown, rule, reply, mx, provider, egress, retry: true };
  }
  const { status, reason, confidence, rule, action } = classification;
  const retry = action === 'retry_later' || isTransient(classification);
  return { status, reason, confidence, rule, reply, mx, provider, egress, retry };
}

/** Whether an inconclusive reply is a 4yz, after which a retry may succeed (RFC 5321 §4.2.1). */
function isTransient({ status, code = 0 }: Classification): boolean {
  return status === 'unknown' && code >= 400 && code < 500;
}

export function outcomeWithoutReply(
  status: 'undeliverable' | 'unknown',
  reason: Reason,
  confidence: number,
  overrides: Partial<Outcome> = {},
): Outcome {
  return { status, reason, confidence, rule: reason, retry: status === 'unknown', ...overrides };
}

/**
 * Returns the outcome for recipients that got no individual reply. It omits a reply that was about
 * another recipient, but keeps a 421, which ends the connection for all of them (RFC 5321 §3.8).
 */
export function outcomeForUnansweredRecipients({ reply, ...outcome }: Outcome): Outcome {
  const isForOneRecipient =
    reply?.stage === 'rcpt' && reply.code !== undefined && reply.code !== 421;
  return reply && !isForOneRecipient ? { ...outcome, reply } : outcome;
}

/**
 * Returns the outcome for a server that is not contacted for now, because it blocked us or
 * complained about our rate.
 */
export function outcomeOfSuspendedServer(
  asked: ContactedServer,
  { reason, ms }: { reason: 'ip_blocked' | 'throttled'; ms: number },
): Outcome {
  const known = { ...asked, rule: 'server-left-alone', waitMs: ms };
  return outcomeWithoutReply('unknown', reason, 0.5, known);
}

/** Whether an outcome only means that an egress address of ours is refused or failing. */
export const isAboutEgress = ({ reason, rule }: Outcome): boolean =>
  reason === 'ip_blocked' || reason === 'throttled' || rule === 'connection-egress';

/** How a connection ended or failed to open, when no reply explains it. */
export type EndWithoutReply = Exclude<
  ConnectionEnd | NonNullable<SessionOpenFailure['end']>,
  { kind: 'shutdown' }
>;

const REASON_OF_END = {
  unreachable: 'server_unreachable',
  egress: 'server_unreachable',
  closed: 'server_unreachable',
  timeout: 'timeout',
  overtime: 'timeout',
  garbage: 'server_error',
  aborted: 'not_answered',
} as const;

/** Returns the outcome of recipients that the end of a connection left without a reply. */
export function outcomeOfEnd(
  stage: Stage,
  { kind, detail }: EndWithoutReply,
  asked: ContactedServer,
): Outcome {
  const reply = { stage, text: detail };
  const rule = `connection-${kind}`;
  return outcomeWithoutReply('unknown', REASON_OF_END[kind], 0.5, { ...asked, rule, reply });
}
