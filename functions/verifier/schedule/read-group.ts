import type { Classification } from '../classify/types.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { GroupReplies } from '../smtp/session.ts';
import type { Outcome } from '../verdict/outcome.ts';
import type { HeldRecipient, Recipient } from './domain-batch.ts';

/** A reply, and what it says about its recipient. */
interface Reading {
  classification: Classification;
  outcome: Outcome;
}

/** What a reply means for its recipient and for what follows. */
type AnswerKind =
  /** The verdict, unless the domain has to be asked about a random recipient first. */
  | 'accepted'
  | 'full'
  | 'verdict'
  /** A refusal without text or code: it counts once another recipient of the domain is accepted. */
  | 'bare_refusal'
  | 'needs_tls'
  /** This host does not know the recipient; the next one may. */
  | 'denied'
  /** Our address is blocked. */
  | 'blocked'
  /** The reply names another recipient: the server has lost count. */
  | 'misdirected';

/** A recipient with what it was answered. */
export interface Answer extends HeldRecipient {
  kind: AnswerKind;
}

/** What the replies to a group of recipients say. */
export interface GroupReading {
  answers: readonly Answer[];
  /** Recipients without an answer, in the order in which they were sent. */
  left: readonly Recipient[];
  /** The recipient at which the connection ended, maybe the cause. */
  suspect: Recipient | undefined;
  /** The outcome of a recipient too many for one transaction. */
  tooMany: Outcome | undefined;
  /** The server has no replies left for this connection: it closes, or is about to. */
  isUsedUp: boolean;
}

const MISDIRECTED = {
  status: 'unknown',
  reason: 'server_error',
  confidence: 0.5,
  rule: 'reply-of-another',
  retry: true,
} as const;

/** Whether the answer is about its recipient, and so shows that the server replies. */
export const isReply = ({ kind }: Answer): boolean => kind !== 'misdirected';

/**
 * Reads the replies to a group of recipients.
 *
 * @param recipients in the order in which they were sent, which is that of the replies
 * @param read classifies the reply to one of them
 * @param hasReplied the server has replied to recipients of this session before
 */
export function readGroup(
  recipients: readonly Recipient[],
  replies: GroupReplies,
  read: (reply: Reply, recipient: Recipient) => Reading,
  isPipelining: boolean,
  hasReplied: boolean,
): GroupReading {
  const { ended } = replies;
  // If a pipelining server falls silent, it may have left out one reply. Then the others do not
  // belong to the recipients that their order suggests.
  const isDoubtful = isPipelining && ended?.kind === 'timeout';
  const answers: Answer[] = [];
  const left: Recipient[] = [];
  let suspect = ended && recipients[replies.recipients.length];
  let tooMany: Outcome | undefined;
  let isUsedUp = false;

  for (const [position, recipient] of recipients.entries()) {
    const reply = replies.recipients[position];
    const reading = reply && read(reply, recipient);
    if (!reading || (isDoubtful && isElsewhere(reply, reading, recipient))) {
      left.push(recipient);
      continue;
    }
    const { classification, outcome } = reading;
    const closes =
      classification.action === 'next_connection' ||
      (outcome.reason === 'throttled' && isLast(replies, position));
    if (classification.action === 'next_transaction') {
      tooMany = outcome;
      left.push(recipient);
    } else if (isElsewhere(reply, reading, recipient) && namesAny(reply, recipients)) {
      answers.push({ kind: 'misdirected', recipient, outcome: { ...outcome, ...MISDIRECTED } });
    } else if (closes && (hasReplied || answers.some(isReply))) {
      isUsedUp = true;
      suspect = recipient;
      left.push(recipient);
    } else {
      answers.push({ kind: kindOf(reply, reading), recipient, outcome });
    }
  }
  return { answers, left, suspect, tooMany, isUsedUp };
}

function kindOf({ code }: Reply, { classification: { action }, outcome }: Reading): AnswerKind {
  if (action === 'starttls') return 'needs_tls';
  if (action === 'next_mx') return 'denied';
  if (action === 'control_recipient') return 'bare_refusal';
  if (code < 300 && outcome.status === 'deliverable') return 'accepted';
  if (outcome.reason === 'mailbox_full') return 'full';
  return outcome.reason === 'ip_blocked' ? 'blocked' : 'verdict';
}

/** Whether the server sent nothing after this reply, or closed the connection after it. */
function isLast({ ended, recipients }: GroupReplies, position: number): boolean {
  return position === recipients.length - 1 && (!ended || ended.kind === 'closed');
}

/**
 * Whether a refusal does not name its recipient. Some servers name a mailbox by its local part
 * alone.
 */
function isElsewhere(
  { raw }: Reply,
  { classification: { status, action } }: Reading,
  { wire }: Recipient,
): boolean {
  if (status !== 'undeliverable' && action !== 'control_recipient') return false;
  return !raw.includes(wire) && !raw.includes(`<${wire.slice(0, wire.lastIndexOf('@'))}>`);
}

function namesAny({ raw }: Reply, recipients: readonly Recipient[]): boolean {
  return raw.includes('<') && recipients.some(({ wire }) => raw.includes(`<${wire}>`));
}
