import type { Provider } from '../data/provider.ts';
import type { SessionEnd } from '../pace/governor.ts';
import { providerOf } from '../providers.ts';
import type { Session } from '../smtp/session.ts';
import type { Outcome } from '../verdict.ts';
import type { Ask } from './ask.ts';
import type { Desk } from './desk.ts';
import { companionOf, createJudge } from './judge.ts';
import type { Judge } from './judge.ts';
import type { MailStop } from './mail-stop.ts';
import type { Held, Task } from './task.ts';

/** One session at a stop, and what it has come to so far. */
export interface Visit {
  readonly stop: MailStop;
  readonly session: Session;
  /** Of the host that gave the session, among those of the stop. */
  readonly rank: number;
  readonly desk: Desk;
  /** Who runs that host. */
  readonly provider: Provider | undefined;
  readonly judge: Judge;
  /** Answers heard on this connection. */
  heard: number;
  /** What the pace is told of the session; undefined while its being of use or not tells it. */
  end: SessionEnd | undefined;
  /** Nobody is asked on this connection any more, even if it is open. */
  over: boolean;
  /** The domain being asked: bare refusals wait for an acceptance in this session. */
  current: { task: Task; accepted: boolean; bare: Held[] } | undefined;
  /** The open transaction, which is the current task's: recipients asked for, and those accepted. */
  transaction: { asked: number; accepted: number; utf8: boolean };
  /** Recipients to try with where the server took none of more. */
  most: number;
}

export const NO_TRANSACTION = { asked: 0, accepted: 0, utf8: false };

export function createVisit(stop: MailStop, session: Session, rank: number, desk: Desk): Visit {
  const provider = rank === stop.rank ? stop.provider : providerOf(session.host);
  return {
    stop,
    session,
    rank,
    desk,
    provider,
    judge: createJudge(desk.interpreter, session.host, provider?.id),
    heard: 0,
    end: undefined,
    over: false,
    current: undefined,
    transaction: { ...NO_TRANSACTION },
    most: Infinity,
  };
}

/** Settles the bare refusals of the current domain, which is left with that. */
export function settleBare(visit: Visit): void {
  if (!visit.current) return;
  const { task, accepted, bare } = visit.current;
  visit.current = undefined;
  for (const { ask, outcome } of bare) {
    visit.desk.settle(ask, accepted ? companionOf(outcome) : outcome, task.domain);
  }
}

/** One outcome for all. */
export function settleAll(
  { desk }: Visit,
  task: Task,
  asks: readonly Ask[],
  outcome: Outcome,
): void {
  for (const ask of asks) desk.settle(ask, outcome, task.domain);
}

/** To each its own outcome. */
export function settleEach({ desk }: Visit, task: Task, answered: readonly Held[]): void {
  for (const { ask, outcome } of answered) desk.settle(ask, outcome, task.domain);
}
