import type { Reading } from '../classify/types.ts';
import type { Answers } from '../smtp/session.ts';
import { catchAllBy } from './judge.ts';
import { probeAddress } from './probe-address.ts';
import type { Task } from './task.ts';
import { mostRecipients } from './transaction-size.ts';
import type { Visit } from './visit-state.ts';

/** Asks for a recipient that nobody has: after everything else, so that it can spoil nothing. */
export async function probe(visit: Visit, task: Task): Promise<void> {
  const { session, desk, provider, transaction } = visit;
  const wire = probeAddress(task.domain.name, desk.mailFrom);
  task.probing = true;
  task.probes += 1;
  desk.counters.probes += 1;
  const hasRoom = transaction.asked > 0 && transaction.asked < mostRecipients(visit, task);
  const joins = hasRoom && provider?.probe !== 'own_transaction';
  let answers = joins ? await session.askAlso([wire], false) : await session.ask([wire], false);
  let reading = readProbe(visit, answers, wire);
  if (joins && reading?.action === 'next_transaction' && !session.ended) {
    answers = await session.ask([wire], false);
    reading = readProbe(visit, answers, wire);
  }
  task.probing = false;
  const enough = reading?.action === 'next_transaction' || reading?.reason === 'throttled';
  if (enough && visit.heard > 0 && task.probes < 2) {
    // So many a connection, it seems.
    visit.over = true;
    return;
  }
  if (answers.ended) {
    visit.over = true;
    const cutOff = !reading && visit.heard > 0 && task.probes < 2;
    if (answers.ended.kind === 'aborted') return;
    if (cutOff && answers.ended.kind !== 'timeout' && answers.ended.kind !== 'garbage') return;
  }
  if (reading) visit.heard += 1;
  conclude(visit, task, reading);
}

function readProbe({ judge }: Visit, answers: Answers, wire: string): Reading | undefined {
  const reply = answers.recipients[0];
  return reply && !answers.mailRefused ? judge.read('rcpt', reply, wire).reading : undefined;
}

function conclude(visit: Visit, task: Task, reading: Reading | undefined): void {
  const verdict = catchAllBy(reading);
  task.deferred = false;
  task.domain.probed = true;
  if (verdict === 'unclear' && task.held.length === 0) return;
  task.domain.catchAll = verdict;
  visit.desk.settleHeld(task.domain);
  if (reading?.reason !== 'greylisted') visit.desk.learn(visit.stop, task.domain);
}
