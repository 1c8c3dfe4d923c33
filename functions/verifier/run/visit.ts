import type { SessionEnd } from '../pace/governor.ts';
import type { Session } from '../smtp/session.ts';
import type { Desk } from './desk.ts';
import { broke } from './endings.ts';
import { nextTask } from './mail-stop.ts';
import type { MailStop } from './mail-stop.ts';
import { probe } from './probing.ts';
import { secured } from './securing.ts';
import { awaitsProbe } from './task.ts';
import { settleUnspeakable, transact } from './transaction.ts';
import { NO_TRANSACTION, createVisit, settleBare } from './visit-state.ts';

/**
 * Uses a session for the domains that wait at a stop, until either is used up. Leaves it open.
 *
 * @param rank of the host that gave the session, among those of the stop
 */
export async function visit(
  stop: MailStop,
  session: Session,
  rank: number,
  desk: Desk,
): Promise<SessionEnd> {
  const state = createVisit(stop, session, rank, desk);
  if (stop.needsTls) await secured(state);
  if (session.ended) broke(state, session.ended);
  while (!state.over && !session.ended) {
    const task = nextTask(stop);
    if (!task) break;
    if (state.current?.task !== task) {
      settleBare(state);
      state.current = { task, accepted: false, bare: [] };
      state.transaction = { ...NO_TRANSACTION };
      if (!session.smtputf8) await settleUnspeakable(state, task);
    }
    if (task.asks.length > 0) await transact(state, task);
    else if (awaitsProbe(task)) await probe(state, task);
  }
  settleBare(state);
  if (state.heard > 0) {
    stop.served = true;
    stop.broken = 0;
  }
  return state.end ?? (state.heard > 0 ? 'fine' : 'neutral');
}
