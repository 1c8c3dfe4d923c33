import { unheard } from '../verdict.ts';
import type { Ask } from './ask.ts';
import { mailRefused } from './endings.ts';
import { measure } from './mail-stop.ts';
import { recipientsAnswered } from './recipients-answered.ts';
import { secured } from './securing.ts';
import type { Task } from './task.ts';
import { groupSize, mostRecipients } from './transaction-size.ts';
import { settleAll } from './visit-state.ts';
import type { Visit } from './visit-state.ts';

/** Asks for a group of recipients of a domain, in the open transaction where that has room. */
export async function transact(visit: Visit, task: Task): Promise<void> {
  const { session, desk, stop } = visit;
  const utf8 = task.asks[0]?.utf8 ?? false;
  if (utf8 && !session.smtputf8) return settleUnspeakable(visit, task);
  const most = mostRecipients(visit, task);
  const room = utf8 === visit.transaction.utf8 ? most - visit.transaction.asked : 0;
  const joins = visit.transaction.asked > 0 && room > 0;
  const asks = takeAsks(visit, task, utf8, Math.min(joins ? room : most, groupSize(visit)));
  if (asks.length === 0) return;
  task.onWire += asks.length;
  if (!joins) visit.transaction = { asked: 0, accepted: 0, utf8 };
  visit.transaction.asked += asks.length;
  desk.counters.recipients += asks.length;
  const begun = desk.now();
  let before = begun;
  const send = joins ? session.askAlso : session.ask;
  const answers = await send(
    asks.map((ask) => ask.wire),
    utf8,
    () => {
      const time = desk.now();
      measure(stop, time - before);
      if (before === begun) queueMicrotask(() => desk.measured(stop));
      before = time;
    },
  );
  if (before - begun >= desk.limits.groupMs / 2) desk.lasts(stop);
  task.onWire -= asks.length;
  if (answers.mailRefused) await mailRefused(visit, task, asks, answers.mailRefused, utf8);
  else {
    await recipientsAnswered(visit, task, asks, answers);
  }
}

/** MAIL says for all recipients whether they are in ASCII, so both kinds never go together. */
function takeAsks(visit: Visit, task: Task, utf8: boolean, most: number): Ask[] {
  const { asks, domain } = task;
  const taken: Ask[] = [];
  let seen = 0;
  for (const ask of asks) {
    if (taken.length === most || ask.utf8 !== utf8) break;
    seen += 1;
    if (visit.desk.claim(ask, domain)) taken.push(ask);
  }
  asks.splice(0, seen);
  return taken;
}

/** Recipients that this server has no way to be asked for (RFC 6531 §3.2), be it inside TLS. */
export async function settleUnspeakable(visit: Visit, task: Task): Promise<void> {
  const { session, provider } = visit;
  if (!task.asks.some(({ utf8 }) => utf8)) return;
  if ((await secured(visit)) && session.smtputf8) return;
  const asks = task.asks.filter(({ utf8 }) => utf8);
  task.asks = task.asks.filter(({ utf8 }) => !utf8);
  const rule = 'smtputf8-not-offered';
  const known = { rule, mx: session.host, provider: provider?.id };
  const outcome = unheard('unknown', 'policy', 0.9, known);
  settleAll(visit, task, asks, { ...outcome, retry: false });
}
