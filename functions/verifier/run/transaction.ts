import { unheard } from '../verdict.ts';
import type { Ask } from './ask.ts';
import { mailRefused } from './endings.ts';
import { recipientsAnswered } from './recipients-answered.ts';
import { secured } from './securing.ts';
import type { Task } from './task.ts';
import { mostRecipients } from './transaction-size.ts';
import { settleAll } from './visit-state.ts';
import type { Visit } from './visit-state.ts';

/** Asks for as many recipients of a domain as one transaction may have. */
export async function transact(visit: Visit, task: Task): Promise<void> {
  const { session, desk } = visit;
  const utf8 = task.asks[0]?.utf8 ?? false;
  if (utf8 && !session.smtputf8) return settleUnspeakable(visit, task);
  const asks = takeAsks(visit, task, utf8);
  if (asks.length === 0) return;
  task.onWire += asks.length;
  visit.inTransaction = asks.length;
  desk.counters.recipients += asks.length;
  const answers = await session.ask(
    asks.map((ask) => ask.wire),
    utf8,
  );
  task.onWire -= asks.length;
  if (answers.mailRefused) await mailRefused(visit, task, asks, answers.mailRefused, utf8);
  else {
    visit.mailAccepted = true;
    await recipientsAnswered(visit, task, asks, answers);
  }
}

/** MAIL says for all recipients whether they are in ASCII, so both kinds never go together. */
function takeAsks(visit: Visit, task: Task, utf8: boolean): Ask[] {
  const { asks, domain } = task;
  const most = mostRecipients(visit, task);
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
