import type { End } from '../smtp/connection.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Outcome } from '../verdict.ts';
import type { Ask } from './ask.ts';
import { securedFor, stillUnsecured } from './securing.ts';
import type { Task } from './task.ts';
import { settleAll } from './visit-state.ts';
import type { Visit } from './visit-state.ts';

/** Domains in a row, lost without an answer on any connection, after which no more are tried there. */
const DOMAINS_LOST = 3;

/** Before anyone was asked: once that may happen, but not connection after connection. */
export function broke({ stop, desk, judge }: Visit, why: End): void {
  if (why.kind === 'aborted') return;
  stop.broken += 1;
  if (stop.broken >= desk.limits.fruitlessConnections) desk.refuse(stop, judge.ofEnd(why));
}

/** MAIL is refused for who we are, which goes for everyone who waits here. */
export async function mailRefused(
  visit: Visit,
  task: Task,
  asks: Ask[],
  reply: Reply,
  utf8: boolean,
): Promise<void> {
  const { stop, session, desk, judge } = visit;
  const { reading, outcome: said } = judge.read('mail', reply);
  const insists = reading.action === 'starttls';
  if (insists && (await securedFor(visit, task, asks))) {
    task.asks.unshift(...asks);
    return;
  }
  const outcome = insists ? stillUnsecured(visit, said) : said;
  // Those in ASCII may fare better.
  if (utf8) return settleAll(visit, task, asks, outcome);
  visit.over = true;
  task.asks.unshift(...asks);
  if (outcome.reason === 'throttled') visit.end = 'throttled';
  // A connection that was of use may just have had enough: the rest goes to a fresh one.
  if (visit.heard > 0 || session.ended?.kind === 'aborted') return;
  if (outcome.reason === 'ip_blocked') desk.block(stop);
  else if (isOneTooMany(visit, outcome)) return;
  desk.refuse(stop, outcome);
}

/** The server complains of us: what is left of this domain is not asked now. */
export function stopAsking(visit: Visit, task: Task, outcome: Outcome): void {
  settleAll(visit, task, task.asks.splice(0), outcome);
  if (outcome.reason === 'throttled') {
    visit.end = 'throttled';
    visit.over = true;
  } else visit.desk.suspect(visit.stop);
}

/** In the midst of a domain: what is left of it waits for the next while that promises anything. */
export function connectionEnded(visit: Visit, task: Task, why: End): void {
  const { stop, desk, judge, heard } = visit;
  visit.over = true;
  if (why.kind === 'aborted' || task.asks.length === 0) return;
  const usedUp = why.kind === 'shutdown' || why.kind === 'closed' || why.kind === 'overtime';
  const outcome = judge.ofEnd(why);
  if (outcome.reason === 'throttled') visit.end = heard > 0 ? 'eased_off' : 'throttled';
  if (heard > 0 && usedUp) return;
  const oneTooMany = heard === 0 && isOneTooMany(visit, outcome);
  task.fruitless += 1;
  const again = oneTooMany || why.kind === 'closed';
  if (again && task.fruitless < desk.limits.fruitlessConnections) return;
  settleAll(visit, task, task.asks.splice(0), outcome);
  if (heard > 0 || oneTooMany) return;
  stop.broken += 1;
  const everyone = why.kind === 'shutdown' || why.kind === 'timeout';
  if (everyone || stop.broken >= DOMAINS_LOST) desk.refuse(stop, outcome);
}

/** Where other sessions are at work, what waits is left to them. */
function isOneTooMany(visit: Visit, outcome: Outcome): boolean {
  if (!visit.desk.isOneTooMany(visit.stop, outcome)) return false;
  visit.end = 'throttled';
  return true;
}
