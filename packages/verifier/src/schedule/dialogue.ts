import type { Classification } from '../classify/types.ts';
import type { Provider } from '../data/providers.ts';
import type { Stage } from '../model/types.ts';
import type { ConnectionEnd } from '../smtp/exchange.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Session } from '../smtp/session.ts';
import {
  outcomeOfEnd,
  outcomeOfReply,
  type ContactedServer,
  type Outcome,
} from '../verdict/outcome.ts';
import type { CatchAll } from '../verdict/verdict.ts';
import { catchAllOf, probeAddress } from './catch-all-probe.ts';
import type { Domain, Recipient } from './domain-batch.ts';
import {
  isAboutRecipient,
  interpretReplies,
  type GroupInterpretation,
} from './interpret-replies.ts';
import type { VerifierContext } from './verifier-context.ts';

export interface GroupReport extends GroupInterpretation {
  /** The refusal of MAIL FROM. Nothing is then known about any recipient. */
  mailRefused?: { outcome: Outcome; needsTls: boolean };
  ended: ConnectionEnd | undefined;
  /** Number of recipients that were sent and have no reply. */
  unanswered: number;
  /** Milliseconds from the first command to the last reply. */
  ms: number;
  /** Whether no more recipients may be sent on this connection, even if it is still open. */
  isOver: boolean;
  /** Maximum recipients that the server accepts in one transaction, once confirmed. */
  recipientCap?: number | undefined;
  /** Whether the recipients started a new transaction. */
  isNewTransaction: boolean;
  /** Whether the server replied to the first commands of the packet only, and then fell silent. */
  isCut: boolean;
}

export interface ProbeReport {
  /** Undefined if there was no reply, or only an acceptance that could not be confirmed. */
  classification: Classification | undefined;
  /**
   * The random recipient was accepted after other recipients, but refused on its own: a recipient
   * of the transaction makes the server accept all later ones, as Postfix's `DISCARD` does
   * (https://www.postfix.org/access.5.html).
   */
  isTainted: boolean;
  /** Whether the transaction that should confirm the acceptance got no reply. */
  isUnconfirmed: boolean;
  catchAll: CatchAll;
  ended: ConnectionEnd | undefined;
  /** Whether the server had replied to a recipient of this session before. */
  hadReplied: boolean;
}

const NO_TRANSACTION = { sent: 0, accepted: 0, utf8: false };

/**
 * The SMTP dialogue of one session. Its knowledge of the connection, such as a suspected limit on
 * recipients, ends with the session.
 */
export interface Dialogue {
  readonly session: Session;
  readonly provider: Provider | undefined;
  readonly asked: ContactedServer;
  /** Whether the server has replied to a recipient, including the random one. */
  readonly hasReplied: boolean;
  /** Number of recipients that the server has replied to. */
  readonly replies: number;
  /** Number of recipients that were sent in the open transaction. */
  readonly transactionSize: number;
  /** Whether the server's limits allow recipients of this domain in the session (RFC 9422). */
  mayServe(domain: Domain): boolean;
  /** Whether the next recipients fit into the open transaction. */
  fitsTransaction(domain: Domain, utf8: boolean): boolean;
  /** Whether the random recipient fits into the open transaction. */
  hasRoomForRandom(domain: Domain): boolean;
  /** Number of recipients that may be sent next, in the open transaction if it has room. */
  capacity(domain: Domain, utf8: boolean): number;
  /** Ends the transaction, because the next recipients belong to another domain. */
  endTransaction(): void;
  /**
   * Sends recipients, of which all or none need SMTPUTF8 (`utf8`). `onReply` gets the duration of
   * each reply in milliseconds.
   */
  ask(
    domain: Domain,
    recipients: readonly Recipient[],
    utf8: boolean,
    onReply: (ms: number) => void,
  ): Promise<GroupReport>;
  askRandom(domain: Domain): Promise<ProbeReport>;
  /** Returns false if TLS fails, is not offered or was already started, or the session ended. */
  startTls(): Promise<boolean>;
  /** The outcome of recipients that the end of the connection left without a reply. */
  outcomeOf(end: ConnectionEnd): Outcome;
}

/** @param egressName EHLO name of the egress address, as shown in verdicts */
export function createDialogue(
  { classifier, config, counters, limits }: VerifierContext,
  session: Session,
  provider: Provider | undefined,
  egressName: string,
): Dialogue {
  const asked: ContactedServer = { mx: session.host, provider: provider?.id, egress: egressName };
  let transaction = NO_TRANSACTION;
  let replies = 0;
  const domains = new Set<string>();
  /** Whether a reply of this session was not about the number of recipients. */
  let hasOtherReply = false;
  let slowestMs = 0;
  /**
   * A suspected limit on the recipients of a transaction. The next transaction confirms it if its
   * first recipient, which was refused before, now gets an answer.
   */
  let suspected: { cap: number; first: Recipient | undefined } | undefined;

  function read(
    stage: Stage,
    reply: Reply,
    wire?: string,
    mayLimitRecipients = true,
  ): { classification: Classification; outcome: Outcome } {
    const classification = classifier.classify(
      stage,
      reply,
      provider?.id,
      wire,
      mayLimitRecipients,
    );
    return { classification, outcome: outcomeOfReply(classification, stage, asked) };
  }

  /**
   * Returns the maximum recipients of a transaction, according to the server's limits and earlier
   * replies.
   */
  const serverCapOf = ({ recipientCap = Infinity }: Domain): number =>
    Math.min(
      provider?.recipientsPerTransaction ?? Infinity,
      recipientCap,
      suspected?.cap ?? Infinity,
      session.limits.rcptmax,
    );
  const capOf = (domain: Domain): number =>
    Math.min(
      limits.recipientsPerTransaction,
      domain.transactionSize ?? Infinity,
      serverCapOf(domain),
    );

  const fitsTransaction = (domain: Domain, utf8: boolean): boolean =>
    transaction.sent > 0 && transaction.sent < capOf(domain) && transaction.utf8 === utf8;
  const hasRoomForRandom = (domain: Domain): boolean =>
    transaction.sent > 0 && transaction.sent < serverCapOf(domain);
  const mayOpenTransaction = (): boolean =>
    session.transactions < session.limits.mailmax && !session.ended;

  /**
   * Returns the expected time of the next reply if a slow one took about twice as long as the
   * slowest one before it, as Courier's replies do after each refusal on a connection; otherwise 0.
   * A new connection is fast again.
   */
  function tarpitMs(ms: number): number {
    const growth = ms / slowestMs;
    slowestMs = Math.max(slowestMs, ms);
    const isTarpit = ms >= limits.slowReplyMs && growth >= 1.5 && growth <= 3;
    return isTarpit ? ms * growth : 0;
  }

  /**
   * Records a suspected limit. Returns true if the first recipient of the transaction was refused,
   * because the limit then applies to the connection.
   */
  function suspectCap(left: readonly Recipient[]): boolean {
    const { sent, accepted } = transaction;
    const replied = sent - left.length;
    if (replied === 0) return true;
    // Some servers count only accepted recipients, other servers all of them.
    const cap = Math.max(1, accepted, Math.floor(replied / 2));
    suspected = { cap, first: left[0] };
    return false;
  }

  /** Returns the suspected limit if the first reply of this transaction confirms it. */
  function confirmCap(recipients: readonly Recipient[], first: Reply | undefined) {
    if (!suspected || !first || recipients[0] !== suspected.first) return undefined;
    const { cap } = suspected;
    suspected = undefined;
    const { status } = read('rcpt', first, recipients[0]?.wire).classification;
    return status === 'unknown' ? undefined : cap;
  }

  return {
    session,
    provider,
    asked,
    get hasReplied() {
      return replies > 0;
    },
    get replies() {
      return replies;
    },
    get transactionSize() {
      return transaction.sent;
    },
    mayServe: ({ name }) => domains.has(name) || domains.size < session.limits.rcptdomainmax,
    fitsTransaction,
    hasRoomForRandom,
    capacity(domain, utf8) {
      if (fitsTransaction(domain, utf8)) return capOf(domain) - transaction.sent;
      return mayOpenTransaction() ? capOf(domain) : 0;
    },
    endTransaction() {
      transaction = NO_TRANSACTION;
      suspected = undefined;
    },
    async ask(domain, recipients, utf8, onReply) {
      const isMore = fitsTransaction(domain, utf8);
      domains.add(domain.name);
      const open = isMore ? transaction : NO_TRANSACTION;
      transaction = { ...open, utf8, sent: open.sent + recipients.length };
      counters.recipients += recipients.length;
      const start = config.now();
      let last = start;
      let isSlowing = false;
      const groupReplies = await session[isMore ? 'askMore' : 'ask'](
        recipients.map(({ wire }) => wire),
        utf8,
        () => {
          const time = config.now();
          const ms = time - last;
          const nextMs = tarpitMs(ms);
          isSlowing ||= nextMs > 0;
          if (nextMs > limits.tarpitReplyMs) session.hangUp();
          onReply(ms);
          last = time;
        },
      );
      const { ended } = groupReplies;
      const report = {
        ended,
        unanswered: recipients.length - groupReplies.recipients.length,
        ms: last - start,
        isOver: isSlowing,
        isNewTransaction: !isMore,
        isCut: groupReplies.isCut === true,
      };
      if (groupReplies.mailRefused) {
        const { classification, outcome } = read('mail', groupReplies.mailRefused);
        const needsTls = classification.action === 'starttls';
        return { ...EMPTY_READING, ...report, mailRefused: { outcome, needsTls } };
      }
      const reading = interpretReplies(
        recipients,
        groupReplies,
        (reply, { wire }, mayLimitRecipients) => read('rcpt', reply, wire, mayLimitRecipients),
        {
          isPipelining: session.pipelining,
          waiting: domain.batch?.waiting ?? [],
          hasReplied: replies > 0,
          hasOtherReply,
          hasAccepted: open.accepted > 0,
        },
      );
      const { answers, left, isTooMany } = reading;
      const recipientCap = isMore ? undefined : confirmCap(recipients, groupReplies.recipients[0]);
      replies += answers.filter(isAboutRecipient).length;
      hasOtherReply ||= reading.hasOtherReply;
      const accepted = answers.filter(({ kind }) => kind === 'accepted').length;
      transaction = { ...transaction, accepted: transaction.accepted + accepted };
      const isUsedUp = isTooMany && !ended && suspectCap(left);
      return { ...reading, ...report, recipientCap, isOver: report.isOver || isUsedUp };
    },

    async askRandom(domain) {
      const hadReplied = replies > 0;
      domains.add(domain.name);
      const wire = probeAddress(domain.name, config.smtp.mailFrom);
      const isMore = hasRoomForRandom(domain) && provider?.probe !== 'own_transaction';
      const send = async (method: 'ask' | 'askMore') => {
        if (method === 'ask') transaction = NO_TRANSACTION;
        const received = await session[method]([wire], false);
        const reply = received.mailRefused ? undefined : received.recipients[0];
        return { received, classification: reply && read('rcpt', reply, wire).classification };
      };
      const unasked = { received: { ended: session.ended }, classification: undefined };
      const { accepted } = transaction;
      const maySend = isMore || mayOpenTransaction();
      if (maySend) counters.probes += 1;
      let { received, classification } = maySend ? await send(isMore ? 'askMore' : 'ask') : unasked;
      const isAccepted = isMore && catchAllOf(classification) === 'yes';
      // After an acceptance, any refusal may mean too many recipients, whatever its text.
      const mayBeTooMany =
        classification?.action === 'next_transaction' ||
        (accepted > 0 && catchAllOf(classification) === 'unclear');
      if (classification) replies += 1;
      // If the domain refuses the random recipient in other transactions, its acceptance proves the
      // taint.
      const isKnown = isAccepted && domain.catchAll === 'no';
      if (isKnown) transaction = NO_TRANSACTION;
      else if (isAccepted || (isMore && mayBeTooMany && mayOpenTransaction()))
        ({ received, classification } = mayOpenTransaction() ? await send('ask') : unasked);
      const catchAll = isKnown ? 'no' : catchAllOf(classification);
      return {
        classification,
        catchAll,
        ended: received.ended,
        hadReplied,
        isTainted: isAccepted && catchAll === 'no',
        isUnconfirmed: isAccepted && catchAll === 'unclear',
      };
    },

    async startTls() {
      if (!session.starttls || session.secured || session.ended) return false;
      const failed = await session.startTls();
      transaction = NO_TRANSACTION;
      return failed === undefined;
    },

    outcomeOf: (end) =>
      end.kind === 'shutdown' ? read('rcpt', end.reply).outcome : outcomeOfEnd('rcpt', end, asked),
  };
}

const EMPTY_READING: GroupInterpretation = {
  answers: [],
  left: [],
  suspect: undefined,
  isTooMany: false,
  hasOtherReply: false,
  isUsedUp: false,
  isDisordered: false,
};
