import type { Reading } from '../classify/types.ts';
import type { SessionEnd } from '../pace/governor.ts';
import type { End } from '../smtp/connection.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Answers, Session } from '../smtp/session.ts';
import { providerOf } from '../providers.ts';
import { unheard } from '../verdict.ts';
import type { Outcome } from '../verdict.ts';
import type { Ask } from './ask.ts';
import type { Desk } from './desk.ts';
import { catchAllBy, companionOf, createJudge } from './judge.ts';
import { nextTask } from './mail-stop.ts';
import type { MailStop } from './mail-stop.ts';
import { probeAddress } from './probe-address.ts';
import { awaitsProbe, takeHeld } from './task.ts';
import type { Held, Task } from './task.ts';

/**
 * Recipients risked behind a MAIL that may be refused for want of TLS. Each then counts as an error
 * of ours, and many servers hang up at 20 of them.
 */
const RISKED_BEFORE_TLS = 8;

/** Domains in a row, lost without an answer on any connection, after which no more are tried there. */
const DOMAINS_LOST = 3;

/** Uses a session for the domains that wait at a stop, until either is used up. Leaves it open. */
export function visit(
  stop: MailStop,
  session: Session,
  rank: number,
  desk: Desk,
): Promise<SessionEnd> {
  return createVisit(stop, session, rank, desk).run();
}

function createVisit(stop: MailStop, session: Session, rank: number, desk: Desk) {
  const { limits } = desk;
  const host = rank === stop.rank ? stop.provider : providerOf(session.host);
  const provider = host?.id;
  const judge = createJudge(desk.interpreter, session.host, provider);
  /** Answers heard on this connection. */
  let heard = 0;
  let end: SessionEnd | undefined;
  let over = false;
  /** The domain being asked: bare refusals wait for an acceptance in this session. */
  let current: { task: Task; accepted: boolean; bare: Held[] } | undefined;
  /** Recipients in the open transaction, which is the current task's. */
  let inTransaction = 0;
  let mailAccepted = false;
  /** Recipients to try with where the server took none of more. */
  let most = Infinity;

  async function run(): Promise<SessionEnd> {
    if (stop.needsTls) await secured();
    if (session.ended) broke(session.ended);
    while (!over && !session.ended) {
      const task = nextTask(stop);
      if (!task) break;
      if (current?.task !== task) {
        settleBare();
        current = { task, accepted: false, bare: [] };
        inTransaction = 0;
        if (!session.smtputf8) await settleUnspeakable(task);
      }
      if (task.asks.length > 0) await transact(task);
      else if (awaitsProbe(task)) await probe(task);
    }
    settleBare();
    if (heard > 0) Object.assign(stop, { served: true, broken: 0 });
    return end ?? (heard > 0 ? 'fine' : 'neutral');
  }

  /** Before anyone was asked: once that may happen, but not connection after connection. */
  function broke(why: End): void {
    if (why.kind === 'aborted') return;
    stop.broken += 1;
    if (stop.broken >= limits.fruitlessConnections) desk.refuse(stop, judge.ofEnd(why));
  }

  /** Recipients that this server has no way to be asked for (RFC 6531 §3.2), be it inside TLS. */
  async function settleUnspeakable(task: Task): Promise<void> {
    if (!task.asks.some(({ utf8 }) => utf8)) return;
    if (session.starttls && !session.secured) {
      await session.secure();
      inTransaction = 0;
      if (session.smtputf8) return;
    }
    const asks = task.asks.filter(({ utf8 }) => utf8);
    task.asks = task.asks.filter(({ utf8 }) => !utf8);
    const rule = 'smtputf8-not-offered';
    const outcome = unheard('unknown', 'policy', 0.9, { rule, mx: session.host, provider });
    settleAll(task, asks, { ...outcome, retry: false });
  }

  async function transact(task: Task): Promise<void> {
    const utf8 = task.asks[0]?.utf8 ?? false;
    if (utf8 && !session.smtputf8) return settleUnspeakable(task);
    const asks = takeAsks(task, utf8);
    task.onWire += asks.length;
    inTransaction = asks.length;
    desk.counters.recipients += asks.length;
    const answers = await session.ask(
      asks.map((ask) => ask.wire),
      utf8,
    );
    task.onWire -= asks.length;
    if (answers.mailRefused) await mailRefused(task, asks, answers.mailRefused, utf8);
    else {
      mailAccepted = true;
      await recipientsAnswered(task, asks, answers);
    }
  }

  function takeAsks(task: Task, utf8: boolean): Ask[] {
    const cap = Math.min(
      limits.recipientsPerTransaction,
      host?.recipientsPerTransaction ?? Infinity,
      task.domain.cap ?? Infinity,
      most,
      session.starttls && !session.secured && !mailAccepted ? RISKED_BEFORE_TLS : Infinity,
    );
    let count = 1;
    while (count < cap && task.asks[count]?.utf8 === utf8) count += 1;
    const { asks } = task;
    if (count < asks.length) return asks.splice(0, count);
    task.asks = [];
    return asks;
  }

  /** MAIL is refused for who we are, which goes for everyone who waits here. */
  async function mailRefused(task: Task, asks: Ask[], reply: Reply, utf8: boolean): Promise<void> {
    const { reading, outcome } = judge.read('mail', reply);
    if (reading.action === 'starttls' && (await securedFor(task, asks))) {
      task.asks.unshift(...asks);
      return;
    }
    // Those in ASCII may fare better.
    if (utf8) return settleAll(task, asks, outcome);
    over = true;
    task.asks.unshift(...asks);
    if (outcome.reason === 'throttled') end = 'throttled';
    // A connection that was of use may just have had enough: the rest goes to a fresh one.
    if (heard > 0 || session.ended?.kind === 'aborted') return;
    if (outcome.reason === 'ip_blocked') desk.block(stop);
    else if (isOneTooMany(outcome)) return;
    desk.refuse(stop, outcome);
  }

  async function recipientsAnswered(task: Task, asks: Ask[], answers: Answers): Promise<void> {
    const again: Ask[] = [];
    const unsecured: Held[] = [];
    const forwarded: Held[] = [];
    let tooMany: Outcome | undefined;
    let accepted = 0;
    let served = false;
    let halt: Outcome | undefined;

    // A server that waits for nothing more may have left out an answer, and then the others are not
    // those of the recipients they seem to be of.
    const doubtful = session.pipelining && answers.ended?.kind === 'timeout';

    let position = 0;
    for (const ask of asks) {
      const reply = answers.recipients[position];
      position += 1;
      if (!reply) {
        again.push(ask);
        continue;
      }
      const { reading, outcome } = judge.read('rcpt', reply, ask.wire);
      if (reading.action === 'next_transaction') {
        tooMany = outcome;
        again.push(ask);
        continue;
      }
      if (isRefusal(reading) && !reply.raw.includes(ask.wire)) {
        if (doubtful) {
          again.push(ask);
          continue;
        }
        if (namesAny(reply, asks)) {
          desk.settle(ask, { ...outcome, ...OF_ANOTHER }, task.domain);
          continue;
        }
      }
      heard += 1;
      served ||= outcome.status !== 'unknown';
      if (reading.action === 'starttls') unsecured.push({ ask, outcome });
      else if (reading.action === 'next_mx') forwarded.push({ ask, outcome });
      else if (reading.action === 'companion') current?.bare.push({ ask, outcome });
      else if (reply.code < 300 && outcome.status === 'deliverable') {
        accepted += 1;
        if (current) current.accepted = true;
        hold(task, ask, outcome);
      } else if (outcome.reason === 'mailbox_full') hold(task, ask, outcome);
      else {
        if (outcome.reason === 'greylisted') task.deferred = true;
        else if (reading.enhanced?.startsWith('4.7.')) end = 'eased_off';
        if (outcome.reason === 'throttled' || outcome.reason === 'ip_blocked') halt = outcome;
        desk.settle(ask, outcome, task.domain);
      }
    }

    if (heard > 0) task.fruitless = 0;
    if (tooMany && !answers.ended) lowerCap(task, asks.length, again, accepted, tooMany);
    putBack(task, again, answers.ended && asks[answers.recipients.length]);
    if (unsecured.length > 0) await retrySecured(task, unsecured);
    if (forwarded.length > 0) forward(task, forwarded);
    if (halt) stopAsking(task, halt);
    else if (served) desk.trust(stop);
    if (answers.ended) connectionEnded(task, answers.ended);
  }

  /** What the domain says to a random recipient belongs to the verdict. */
  function hold(task: Task, ask: Ask, outcome: Outcome): void {
    if (task.domain.catchAll === undefined) task.held.push({ ask, outcome });
    else desk.settle(ask, outcome, task.domain);
  }

  /** The server takes fewer recipients in one transaction than it was given. */
  function lowerCap(
    task: Task,
    asked: number,
    again: Ask[],
    accepted: number,
    outcome: Outcome,
  ): void {
    const answered = asked - again.length;
    if (answered === 0 && heard > 0) {
      // So many a connection, it seems.
      over = true;
      return;
    }
    if (answered === 0 && asked === 1) {
      // Too many for everyone who comes: a limit on us, not on a transaction.
      settleAll(task, again.splice(0), outcome);
      settleAll(task, task.asks.splice(0), outcome);
      end = 'throttled';
      return;
    }
    if (answered === 0) {
      most = Math.floor(asked / 2);
      return;
    }
    // Some count those they accepted, some all they were asked for.
    task.domain.cap = Math.max(1, accepted, Math.floor(answered / 2));
    task.domain.capLearnt = true;
    desk.learn(task.domain);
  }

  async function retrySecured(task: Task, refused: readonly Held[]): Promise<void> {
    const asks = refused.map(({ ask }) => ask);
    if (await securedFor(task, asks)) task.asks.unshift(...asks);
    else settleEach(task, refused);
  }

  function forward(task: Task, denied: readonly Held[]): void {
    const asks = denied.map(({ ask }) => ask);
    if (!desk.forward(stop, rank, task.domain, asks)) settleEach(task, denied);
  }

  /** The server complains of us: what is left of this domain is not asked now. */
  function stopAsking(task: Task, outcome: Outcome): void {
    settleAll(task, task.asks.splice(0), outcome);
    if (outcome.reason === 'throttled') {
      end = 'throttled';
      over = true;
    } else desk.suspect(stop);
  }

  function connectionEnded(task: Task, why: End): void {
    over = true;
    if (why.kind === 'aborted' || task.asks.length === 0) return;
    const usedUp = why.kind === 'shutdown' || why.kind === 'closed' || why.kind === 'overtime';
    const outcome = judge.ofEnd(why);
    if (outcome.reason === 'throttled') end = heard > 0 ? 'eased_off' : 'throttled';
    if (heard > 0 && usedUp) return;
    const oneTooMany = heard === 0 && isOneTooMany(outcome);
    task.fruitless += 1;
    const again = oneTooMany || why.kind === 'closed';
    if (again && task.fruitless < limits.fruitlessConnections) return;
    settleAll(task, task.asks.splice(0), outcome);
    if (heard > 0 || oneTooMany) return;
    stop.broken += 1;
    const everyone = why.kind === 'shutdown' || why.kind === 'timeout';
    if (everyone || stop.broken >= DOMAINS_LOST) desk.refuse(stop, outcome);
  }

  /** Where other sessions are at work, what waits is left to them. */
  function isOneTooMany({ reason }: Outcome): boolean {
    if (stop.sessions < 2 && !(reason === 'throttled' && desk.crowded(stop))) return false;
    end = 'throttled';
    return true;
  }

  /** Asks for a recipient that nobody has: after everything else, so that it can spoil nothing. */
  async function probe(task: Task): Promise<void> {
    const wire = probeAddress(task.domain.name, desk.mailFrom);
    task.probing = true;
    task.probes += 1;
    desk.counters.probes += 1;
    const cap = Math.min(limits.recipientsPerTransaction, task.domain.cap ?? Infinity);
    const joins = inTransaction > 0 && inTransaction < cap && host?.probe !== 'own_transaction';
    let answers = joins ? await session.askAlso(wire) : await session.ask([wire], false);
    let reading = readProbe(answers, wire);
    if (joins && reading?.action === 'next_transaction' && !session.ended) {
      answers = await session.ask([wire], false);
      reading = readProbe(answers, wire);
    }
    task.probing = false;
    if (reading?.action === 'next_transaction' && heard > 0 && task.probes < 2) {
      // So many a connection, it seems.
      over = true;
      return;
    }
    if (answers.ended) {
      over = true;
      const cutOff = !reading && heard > 0 && task.probes < 2;
      if (answers.ended.kind === 'aborted') return;
      if (cutOff && answers.ended.kind !== 'timeout' && answers.ended.kind !== 'garbage') return;
    }
    if (reading) heard += 1;
    conclude(task, reading);
  }

  function readProbe(answers: Answers, wire: string): Reading | undefined {
    const reply = answers.recipients[0];
    return reply && !answers.mailRefused ? judge.read('rcpt', reply, wire).reading : undefined;
  }

  function conclude(task: Task, reading: Reading | undefined): void {
    const verdict = catchAllBy(reading);
    task.deferred = false;
    task.domain.probed = true;
    if (verdict === 'unclear' && task.held.length === 0) return;
    task.domain.catchAll = verdict;
    settleEach(task, takeHeld(task.domain));
    if (reading?.reason !== 'greylisted') desk.learn(task.domain);
  }

  function settleBare(): void {
    if (!current) return;
    const { task, accepted, bare } = current;
    current = undefined;
    for (const { ask, outcome } of bare) {
      desk.settle(ask, accepted ? companionOf(outcome) : outcome, task.domain);
    }
  }

  /** Meanwhile the task counts as being asked: nobody may take it for done. */
  async function securedFor(task: Task, asks: readonly Ask[]): Promise<boolean> {
    task.onWire += asks.length;
    const done = await secured();
    task.onWire -= asks.length;
    return done;
  }

  async function secured(): Promise<boolean> {
    if (session.secured || !session.starttls || session.ended) return false;
    stop.needsTls = true;
    const failed = await session.secure();
    inTransaction = 0;
    return failed === undefined;
  }

  function settleAll(task: Task, asks: readonly Ask[], outcome: Outcome): void {
    for (const ask of asks) desk.settle(ask, outcome, task.domain);
  }

  function settleEach(task: Task, answered: readonly Held[]): void {
    for (const { ask, outcome } of answered) desk.settle(ask, outcome, task.domain);
  }

  return { run };
}

/** The answer to one recipient, read as that to another: a server that lost count. */
const OF_ANOTHER = {
  status: 'unknown',
  reason: 'server_error',
  confidence: 0.5,
  rule: 'answer-of-another',
  retry: true,
} as const;

function namesAny({ raw }: Reply, asks: readonly Ask[]): boolean {
  return raw.includes('<') && asks.some(({ wire }) => raw.includes(`<${wire}>`));
}

function isRefusal({ status, action }: Reading): boolean {
  return status === 'undeliverable' || action === 'companion';
}

/** @param last asked for when the connection ended, which may be why: the others go first */
function putBack(task: Task, again: readonly Ask[], last: Ask | undefined): void {
  task.asks.unshift(...again.filter((ask) => ask !== last));
  if (last) task.asks.push(last);
}
