import type { Classification } from '../classify/types.ts';
import type { Provider } from '../data/providers.ts';
import type { Stage } from '../model/types.ts';
import type { End } from '../smtp/exchange.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Session } from '../smtp/session.ts';
import { outcomeOfEnd, outcomeOfReply, type Asked, type Outcome } from '../verdict/outcome.ts';
import { catchAllOf, probeAddress } from './catch-all-probe.ts';
import type { Domain, Recipient } from './domain-batch.ts';
import { isReply, readGroup, type GroupReading, type Reading } from './read-group.ts';
import { createTransaction, type Transaction } from './transaction.ts';
import type { VerifierContext } from './verifier-context.ts';

/** The replies of a server to a group of recipients. */
export interface GroupReport extends GroupReading {
  /** The refusal of MAIL FROM: nothing is known about any recipient. */
  mailRefused: { outcome: Outcome; needsTls: boolean } | undefined;
  /** Why the connection ended, if it did. */
  ended: End | undefined;
  /** How many recipients were sent and have no reply. */
  unanswered: number;
  /** Milliseconds from the first command to the last reply. */
  ms: number;
  /** This connection is of no more use, even if it is open. */
  isOver: boolean;
  /** Most recipients that the server accepts in one transaction, once confirmed. */
  recipientCap: number | undefined;
}

/** The reply of a server to the random recipient. */
export interface ProbeReport {
  /** Undefined without a reply. */
  classification: Classification | undefined;
  ended: End | undefined;
  /** The server had replied to a recipient of this session before. */
  hadReplied: boolean;
}

/**
 * The recipients that one session asks for, and what its server says to them, as values. What is
 * learned here of the connection ends with it.
 */
export interface Dialogue {
  readonly session: Session;
  /** The provider that runs the session's host. */
  readonly provider: Provider | undefined;
  readonly asked: Asked;
  /** Whether the server has replied to a recipient, a random one included. */
  readonly hasReplied: boolean;
  /** How many recipients may be sent next, in the open transaction if that has room. */
  room(domain: Domain, utf8: boolean): number;
  /** The next recipients are of another domain, and get a transaction of their own. */
  endTransaction(): void;
  /**
   * Asks recipients of one kind: MAIL says whether they are ASCII.
   *
   * @param onReply gets the milliseconds that each reply took
   */
  ask(
    domain: Domain,
    recipients: readonly Recipient[],
    utf8: boolean,
    onReply: (ms: number) => void,
  ): Promise<GroupReport>;
  askRandom(domain: Domain): Promise<ProbeReport>;
  /** Moves the session into TLS. False if that fails, is not offered or was done before. */
  startTls(): Promise<boolean>;
  /** The outcome of recipients that the end of the connection left without a reply. */
  outcomeOf(end: End): Outcome;
}

/** @param egressName appears in the verdicts of its recipients */
export function createDialogue(
  context: VerifierContext,
  session: Session,
  provider: Provider | undefined,
  egressName: string,
): Dialogue {
  const asked: Asked = { mx: session.host, provider: provider?.id, egress: egressName };
  const transaction = createTransaction(context.limits, provider);
  const state: State = {
    context,
    session,
    provider,
    transaction,
    read(stage, reply, wire, mayLimitRecipients = true) {
      const id = provider?.id;
      const classification = context.classifier.classify(
        stage,
        reply,
        id,
        wire,
        mayLimitRecipients,
      );
      return { classification, outcome: outcomeOfReply(classification, stage, asked) };
    },
    slowestMs: 0,
    replies: 0,
    hasOtherReply: false,
  };

  return {
    session,
    provider,
    asked,
    get hasReplied() {
      return state.replies > 0;
    },
    room: transaction.room,
    endTransaction: transaction.reset,
    ask: (...args) => askGroup(state, ...args),
    askRandom: (domain) => askRandom(state, domain),
    async startTls() {
      if (!session.starttls || session.secured || session.ended) return false;
      const failed = await session.startTls();
      transaction.close();
      return failed === undefined;
    },
    outcomeOf: (end) =>
      end.kind === 'shutdown'
        ? state.read('rcpt', end.reply).outcome
        : outcomeOfEnd('rcpt', end, asked),
  };
}

interface State {
  readonly context: Pick<VerifierContext, 'config' | 'counters' | 'limits'>;
  readonly session: Session;
  readonly provider: Provider | undefined;
  readonly transaction: Transaction;
  read(stage: Stage, reply: Reply, wire?: string, mayLimitRecipients?: boolean): Reading;
  /** Milliseconds that the slowest reply took. */
  slowestMs: number;
  /** Replies to recipients. */
  replies: number;
  /** A reply of this session was not about the number of recipients. */
  hasOtherReply: boolean;
}

async function askGroup(
  state: State,
  domain: Domain,
  recipients: readonly Recipient[],
  utf8: boolean,
  onReply: (ms: number) => void,
): Promise<GroupReport> {
  const { session, transaction, read } = state;
  const { config, counters, limits } = state.context;
  const isMore = transaction.continues(domain, utf8);
  transaction.send(domain, utf8, recipients.length);
  const hasAccepted = transaction.accepted > 0;
  counters.recipients += recipients.length;
  const wires = recipients.map(({ wire }) => wire);
  const start = config.now();
  let last = start;
  let isSlowing = false;
  const said = await session[isMore ? 'askMore' : 'ask'](wires, utf8, () => {
    const ms = config.now() - last;
    last += ms;
    isSlowing ||= ms >= limits.slowReplyMs && isTwice(ms, state.slowestMs);
    state.slowestMs = Math.max(state.slowestMs, ms);
    onReply(ms);
  });
  const { ended } = said;
  const report = {
    mailRefused: undefined,
    ended,
    unanswered: recipients.length - said.recipients.length,
    ms: last - start,
    isOver: isSlowing,
    recipientCap: undefined,
  };
  if (said.mailRefused) {
    const { classification, outcome } = read('mail', said.mailRefused);
    const needsTls = classification.action === 'starttls';
    return { ...NOTHING_READ, ...report, mailRefused: { outcome, needsTls } };
  }
  const reading = readGroup(
    recipients,
    said,
    (reply, { wire }, mayLimitRecipients) => read('rcpt', reply, wire, mayLimitRecipients),
    {
      isPipelining: session.pipelining,
      hasReplied: state.replies > 0,
      hasOtherReply: state.hasOtherReply,
      hasAccepted,
    },
  );
  const { answers, left, isTooMany } = reading;
  const [first] = said.recipients;
  const isAnswered = (reply: Reply): boolean =>
    read('rcpt', reply, wires[0]).classification.status !== 'unknown';
  const recipientCap =
    isMore || !first ? undefined : transaction.confirmLimit(recipients[0], () => isAnswered(first));
  state.replies += answers.filter(isReply).length;
  state.hasOtherReply ||= reading.hasOtherReply;
  transaction.accept(answers.filter(({ kind }) => kind === 'accepted').length);
  const isUsedUp = isTooMany && !ended && transaction.suspectLimit(left);
  return { ...reading, ...report, recipientCap, isOver: report.isOver || isUsedUp };
}

/**
 * Some servers take twice as long for each reply, as Courier does after each refusal of a
 * connection: its third one takes longer than we wait. The next connection begins anew.
 */
function isTwice(ms: number, slowestMs: number): boolean {
  const growth = ms / slowestMs;
  return growth >= 1.5 && growth <= 3;
}

async function askRandom(state: State, domain: Domain): Promise<ProbeReport> {
  const { context, session, provider, transaction } = state;
  const hadReplied = state.replies > 0;
  const wire = probeAddress(domain.name, context.config.smtp.mailFrom);
  context.counters.probes += 1;
  const isMore = transaction.hasRoom(domain) && provider?.probe !== 'own_transaction';
  const send = async (how: 'ask' | 'askMore') => {
    const said = await session[how]([wire], false);
    const reply = said.mailRefused ? undefined : said.recipients[0];
    return { said, classification: reply && state.read('rcpt', reply, wire).classification };
  };
  let { said, classification } = await send(isMore ? 'askMore' : 'ask');
  // After an acceptance, the refusal may mean one recipient too many, whatever its words.
  const mayBeTooMany =
    classification?.action === 'next_transaction' ||
    (transaction.accepted > 0 && catchAllOf(classification) === 'unclear');
  if (isMore && mayBeTooMany && !session.ended) {
    ({ said, classification } = await send('ask'));
    transaction.close();
  }
  if (classification) state.replies += 1;
  return { classification, ended: said.ended, hadReplied };
}

const NOTHING_READ: GroupReading = {
  answers: [],
  left: [],
  suspect: undefined,
  isTooMany: false,
  hasOtherReply: false,
  isUsedUp: false,
};
