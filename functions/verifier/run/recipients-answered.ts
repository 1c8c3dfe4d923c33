import type { Reading } from '../classify/types.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Answers } from '../smtp/session.ts';
import type { Outcome } from '../verdict.ts';
import type { Ask } from './ask.ts';
import { connectionEnded, stopAsking } from './endings.ts';
import { securedFor, stillUnsecured } from './securing.ts';
import type { Held, Task } from './task.ts';
import { lowerCap } from './transaction-size.ts';
import { settleEach } from './visit-state.ts';
import type { Visit } from './visit-state.ts';

/** The answer to one recipient, read as that to another: a server that lost count. */
const OF_ANOTHER = {
  status: 'unknown',
  reason: 'server_error',
  confidence: 0.5,
  rule: 'answer-of-another',
  retry: true,
} as const;

/**
 * What the answers to the recipients of a transaction come to: for each of them, for the rest of
 * their domain, and for the session.
 *
 * @param asks in the order in which they were asked, which is that of the answers
 */
export async function recipientsAnswered(
  visit: Visit,
  task: Task,
  asks: Ask[],
  answers: Answers,
): Promise<void> {
  const { session, desk, judge } = visit;
  const again: Ask[] = [];
  const unsecured: Held[] = [];
  const forwarded: Held[] = [];
  let tooMany: Outcome | undefined;
  let served = false;
  let halt: Outcome | undefined;

  // A server that waits for nothing more may have left out an answer, and then the others are not
  // those of the recipients they seem to be of.
  const doubtful = session.pipelining && answers.ended?.kind === 'timeout';
  let last = answers.ended && asks[answers.recipients.length];

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
    if (isRefusal(reading) && !names(reply, ask)) {
      if (doubtful) {
        again.push(ask);
        continue;
      }
      if (namesAny(reply, asks)) {
        desk.settle(ask, { ...outcome, ...OF_ANOTHER }, task.domain);
        continue;
      }
    }
    if (outcome.reason === 'throttled' && isFarewell(answers, position) && visit.heard > 0) {
      // As a 421 in the midst of work.
      visit.over = true;
      visit.end = 'eased_off';
      last = ask;
      again.push(ask);
      continue;
    }
    visit.heard += 1;
    served ||= outcome.status !== 'unknown';
    if (reading.action === 'starttls') unsecured.push({ ask, outcome });
    else if (reading.action === 'next_mx') forwarded.push({ ask, outcome });
    else if (reading.action === 'companion') visit.current?.bare.push({ ask, outcome });
    else if (reply.code < 300 && outcome.status === 'deliverable') {
      visit.transaction.accepted += 1;
      if (visit.current) visit.current.accepted = true;
      hold(visit, task, ask, outcome);
    } else if (outcome.reason === 'mailbox_full') hold(visit, task, ask, outcome);
    else {
      if (outcome.reason === 'greylisted') task.deferred = true;
      else if (reading.enhanced?.startsWith('4.7.')) visit.end = 'eased_off';
      if (outcome.reason === 'throttled' || outcome.reason === 'ip_blocked') halt = outcome;
      desk.settle(ask, outcome, task.domain);
    }
  }

  if (visit.heard > 0) task.fruitless = 0;
  if (tooMany && !answers.ended) lowerCap(visit, task, again, tooMany);
  if (again.length > 0) putBack(task, again, last);
  if (unsecured.length > 0) await retrySecured(visit, task, unsecured);
  if (forwarded.length > 0) forward(visit, task, forwarded);
  if (halt) stopAsking(visit, task, halt);
  else if (served) desk.trust(visit.stop);
  if (answers.ended) connectionEnded(visit, task, answers.ended);
}

/** The server hung up behind the answer that many, or may be about to. */
function isFarewell({ ended, recipients }: Answers, position: number): boolean {
  return position === recipients.length && (!ended || ended.kind === 'closed');
}

function isRefusal({ status, action }: Reading): boolean {
  return status === 'undeliverable' || action === 'companion';
}

/** Some name a mailbox by its local part alone. */
function names({ raw }: Reply, { wire }: Ask): boolean {
  return raw.includes(wire) || raw.includes(`<${wire.slice(0, wire.lastIndexOf('@'))}>`);
}

function namesAny({ raw }: Reply, asks: readonly Ask[]): boolean {
  return raw.includes('<') && asks.some(({ wire }) => raw.includes(`<${wire}>`));
}

/** What the domain says to a random recipient belongs to the verdict. */
function hold({ desk }: Visit, task: Task, ask: Ask, outcome: Outcome): void {
  if (task.domain.catchAll === undefined) task.held.push({ ask, outcome });
  else desk.settle(ask, outcome, task.domain);
}

/** @param last asked for when the connection ended, which may be why: the others go first */
function putBack(task: Task, again: readonly Ask[], last: Ask | undefined): void {
  task.asks.unshift(...again.filter((ask) => ask !== last));
  if (last) task.asks.push(last);
}

async function retrySecured(visit: Visit, task: Task, refused: readonly Held[]): Promise<void> {
  const asks = refused.map(({ ask }) => ask);
  if (await securedFor(visit, task, asks)) task.asks.unshift(...asks);
  else {
    const left = refused.map(({ ask, outcome }) => ({
      ask,
      outcome: stillUnsecured(visit, outcome),
    }));
    settleEach(visit, task, left);
  }
}

function forward(visit: Visit, task: Task, denied: readonly Held[]): void {
  const { desk, stop, rank } = visit;
  const asks = denied.map(({ ask }) => ask);
  if (!desk.forward(stop, rank, task.domain, asks)) settleEach(visit, task, denied);
}
