import type { Classification } from '../classify/types.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { GroupReplies } from '../smtp/session.ts';
import type { Outcome } from '../verdict/outcome.ts';
import { CANNOT_VERIFY } from './catch-all-probe.ts';
import type { HeldRecipient, Recipient } from './domain-batch.ts';

interface Reading {
  classification: Classification;
  outcome: Outcome;
}
type ReplyReading = Reading & { reply: Reply };

/** The meaning of a reply for its recipient, and for the rest of the session. */
type AnswerKind =
  /** Final, unless a random recipient must be sent to the domain first. */
  | 'accepted'
  | 'full'
  | 'verdict'
  /** A refusal without a reason: it counts once another recipient of the domain is accepted. */
  | 'bare_refusal'
  /** A 252: it counts as an acceptance once another recipient of the domain gets a 250. */
  | 'unverified'
  | 'needs_tls'
  /** This host does not know the recipient, but the next one may. */
  | 'denied'
  | 'blocked'
  /** The reply names another recipient: the server has lost count. */
  | 'misdirected';

export interface RecipientAnswer extends HeldRecipient {
  kind: AnswerKind;
}

export interface GroupInterpretation {
  answers: readonly RecipientAnswer[];
  /** Recipients without an answer, in the order in which they were sent. */
  left: readonly Recipient[];
  /** The recipient at which the connection ended, possibly because of it. */
  suspect: Recipient | undefined;
  /** Whether the last refusals may be about the number of recipients. */
  isTooMany: boolean;
  /** Whether at least one reply was not about the number of recipients. */
  hasOtherReply: boolean;
  /** Whether the server is closing this connection, or is about to. */
  isUsedUp: boolean;
  /** Whether the server lost count of pipelined recipients. */
  isDisordered: boolean;
}

const MISDIRECTED_REPLY = {
  status: 'unknown',
  reason: 'server_error',
  confidence: 0.5,
  rule: 'reply-of-another',
  retry: true,
} as const;

/** Whether the reply is about its recipient, which shows that the server responds to recipients. */
export const isAboutRecipient = ({ kind }: RecipientAnswer): boolean => kind !== 'misdirected';

interface GroupContext {
  isPipelining: boolean;
  /** Other recipients of the domain, which a reply may name. */
  waiting: readonly Recipient[];
  /** Whether the server has replied to recipients of this session before. */
  hasReplied: boolean;
  /** Whether an earlier reply of this session was not a possible limit on recipients. */
  hasOtherReply: boolean;
  /** Whether the server has accepted a recipient of this transaction before. */
  hasAccepted: boolean;
}

/** Interprets the replies to `recipients`, which are in the order of their RCPT commands. */
export function interpretReplies(
  recipients: readonly Recipient[],
  replies: GroupReplies,
  read: (reply: Reply, recipient: Recipient, mayLimitRecipients: boolean) => Reading,
  { isPipelining, waiting, hasReplied, hasOtherReply, hasAccepted }: GroupContext,
): GroupInterpretation {
  const { ended } = replies;
  const readings = recipients.map((recipient, position) => {
    const reply = replies.recipients[position];
    return reply && { reply, ...read(reply, recipient, true) };
  });
  const lastAccepted = readings.findLastIndex((reading) => reading && isAcceptance(reading));
  // A limit cannot apply to the first recipient, nor to one before an accepted recipient.
  const firstUnrelated = readings.findIndex(isUnrelatedToLimit);
  const isAllTooMany = !hasOtherReply && firstUnrelated < 0;
  const limitAppliesAfter = Math.max(lastAccepted, hasOtherReply ? -1 : firstUnrelated);
  const mayHaveTail = (hasAccepted || lastAccepted >= 0) && !ended;
  const tail = mayHaveTail ? tailStart(recipients, readings) : recipients.length;
  const isMisdirected = ({ reply }: ReplyReading, at: number): boolean => {
    const recipient = recipients[at];
    if (!recipient || names(reply, recipient)) return false;
    // If several addresses are aliases of one mailbox, sendmail names the first address in each
    // acceptance.
    const others = reply.code < 300 ? recipients.slice(at + 1) : recipients;
    return namesAny(reply, others) || namesAny(reply, waiting);
  };
  const isDisordered =
    isPipelining && readings.some((reading, at) => reading && isMisdirected(reading, at));
  // A pipelining server that falls silent may have omitted one reply, so the others may belong to
  // recipients other than their order suggests.
  const isDoubtful = isDisordered || (isPipelining && ended?.kind === 'timeout');
  const answers: RecipientAnswer[] = [];
  const left: Recipient[] = [];
  let suspect = ended && recipients[replies.recipients.length];
  let isTooMany = false;
  let isUsedUp = false;

  for (const [position, recipient] of recipients.entries()) {
    let reading = readings[position];
    if (!reading || (isDoubtful && !names(reading.reply, recipient))) {
      left.push(recipient);
      continue;
    }
    const { reply } = reading;
    const mayBeTooMany = reading.classification.action === 'next_transaction' || position >= tail;
    if (mayBeTooMany && !isAllTooMany && position > limitAppliesAfter) {
      isTooMany = true;
      left.push(recipient);
      continue;
    }
    if (mayBeTooMany) reading = { reply, ...read(reply, recipient, false) };
    const { classification, outcome } = reading;
    const closesConnection =
      classification.action === 'next_connection' ||
      (outcome.reason === 'throttled' && isLast(replies, position));
    if (isMisdirected(reading, position)) {
      answers.push({
        kind: 'misdirected',
        recipient,
        outcome: { ...outcome, ...MISDIRECTED_REPLY },
      });
    } else if (closesConnection && (hasReplied || answers.some(isAboutRecipient))) {
      isUsedUp = true;
      suspect = recipient;
      left.push(recipient);
    } else {
      answers.push({ kind: kindOf(reading), recipient, outcome });
    }
  }
  const hasOther = firstUnrelated >= 0;
  return { answers, left, suspect, isTooMany, hasOtherReply: hasOther, isUsedUp, isDisordered };
}

/**
 * A group may end with equal, inconclusive refusals that do not name their recipients, which may
 * mean that there are too many recipients. Returns the index of the first such refusal, or the size
 * of the group if there is none.
 */
function tailStart(
  recipients: readonly Recipient[],
  readings: readonly (ReplyReading | undefined)[],
): number {
  const last = readings.at(-1);
  const isInTail = (reading: ReplyReading | undefined, at: number): boolean => {
    const { classification: { status, reason, rule } = {}, reply } = reading ?? {};
    return (
      status === 'unknown' &&
      (reason === 'policy' || reason === 'server_error') &&
      rule === last?.classification.rule &&
      reply?.code === last?.reply.code &&
      !reply?.raw.includes(recipients[at]?.wire ?? '')
    );
  };
  return readings.findLastIndex((reading, at) => !isInTail(reading, at)) + 1;
}

const isUnrelatedToLimit = (reading: ReplyReading | undefined): boolean =>
  reading !== undefined && reading.classification.action !== 'next_transaction';

const isAcceptance = ({ reply: { code }, outcome }: ReplyReading): boolean =>
  code < 300 && code !== CANNOT_VERIFY && outcome.status === 'deliverable';

function kindOf(reading: ReplyReading): AnswerKind {
  const {
    classification: { action },
    outcome,
  } = reading;
  if (action === 'starttls') return 'needs_tls';
  if (action === 'next_mx') return 'denied';
  if (action === 'control_recipient') return 'bare_refusal';
  if (isAcceptance(reading)) return 'accepted';
  if (reading.reply.code === CANNOT_VERIFY) return 'unverified';
  if (outcome.reason === 'mailbox_full') return 'full';
  return outcome.reason === 'ip_blocked' ? 'blocked' : 'verdict';
}

/** Whether no reply follows this one, and the connection is open or was closed by the server. */
function isLast({ ended, recipients }: GroupReplies, position: number): boolean {
  return position === recipients.length - 1 && (!ended || ended.kind === 'closed');
}

/** Whether a reply contains its recipient. Some servers name only the local part. */
const names = ({ raw }: Reply, { wire }: Recipient): boolean =>
  raw.includes(wire) || raw.includes(`<${wire.slice(0, wire.lastIndexOf('@'))}>`);

function namesAny({ raw }: Reply, recipients: readonly Recipient[]): boolean {
  return raw.includes('<') && recipients.some(({ wire }) => raw.includes(`<${wire}>`));
}
