import type { MailRoute } from '../dns/mail-route.ts';
import type { SessionEnd } from '../pace/governor.ts';
import type { Leash } from '../smtp/leash.ts';
import type { SessionSettings } from '../smtp/session.ts';
import type { Egress } from '../types.ts';
import { unheard } from '../verdict.ts';
import type { Outcome } from '../verdict.ts';
import { createBell } from './bell.ts';
import type { Book } from './book.ts';
import type { Desk } from './desk.ts';
import type { Engine } from './engine.ts';
import { createMailStop, msPerRecipient, nextTask, unanswered } from './mail-stop.ts';
import type { MailStop } from './mail-stop.ts';
import { createQueue } from './queue.ts';
import { reach } from './reach.ts';
import { createTask, isDone } from './task.ts';
import type { Domain, Task } from './task.ts';
import { visit } from './visit.ts';

/** Sends sessions to the mail hosts at which the domains of one run wait. */
export interface Dispatcher {
  /**
   * Resolves when more domains are worth looking for. Those that wait for a session take more memory
   * than those of which nothing is known yet.
   */
  hungry(): Promise<void>;
  /** Lets a domain wait at its mail hosts. */
  dispatch(task: Task, route: MailRoute): Promise<void>;
  /** Settles what was accepted and waits for a random recipient that will not be asked for. */
  conclude(): void;
  /** Resolves when all sessions have said goodbye, or have had `quitMs` to come to it. */
  quiet(): Promise<void>;
}

/** How a session went. Its connection counts until it is closed. */
interface Talked {
  end: SessionEnd;
  closed: Promise<void> | undefined;
}

const DAY = 86_400;
/** Seconds for which it is remembered whether a domain accepts everyone. */
const CATCH_ALL_TTL = 3 * DAY;
const UNCLEAR_TTL = 3600;
/** Milliseconds for which a provider that blocks us is left alone. */
const BLOCK_MS = 3_600_000;
/** Sessions at once to a mail host that nobody in the provider table runs. */
const DEFAULT_SESSIONS = { initial: 2, max: 8 };
/** So few stops are never worth a look for those that can be forgotten. */
const MANY_STOPS = 1024;

/**
 * @param egress how to connect
 * @param leash ends every session
 */
export function createDispatcher(
  engine: Engine,
  egress: Exclude<Egress, { kind: 'off' }>,
  book: Book,
  leash: Leash,
): Dispatcher {
  const { config, limits, governor, slots, counters } = engine;
  const stops = new Map<string, MailStop>();
  /** As many as are worth a look for those that can be forgotten. */
  let many = MANY_STOPS;
  /** Stops that may want a session. Those that came first are next. */
  const ready = createQueue<MailStop>();
  /** Sessions under way. */
  let talking = 0;
  const quiet = createBell();
  let hunger: PromiseWithResolvers<void> | undefined;

  const desk: Desk = {
    limits,
    counters,
    interpreter: engine.interpreter,
    mailFrom: config.smtp.mailFrom,
    claim: book.claim,
    settle: book.settle,
    settleHeld: book.settleHeld,
    forward(stop, rank, domain, asks) {
      if (rank + 1 >= stop.route.hosts.length) return false;
      const next = stopAt(stop.route, rank + 1);
      const known = [...next.tasks].find((other) => other.domain === domain);
      const task = known ?? createTask(domain);
      if (!known) domain.elsewhere = [...domain.elsewhere.filter((one) => !isDone(one)), task];
      task.asks.push(...asks);
      void enlist(next, task);
      return true;
    },
    refuse,
    learn,
    isOneTooMany: ({ sessions, paceKey }, { reason }) =>
      sessions > 1 || (reason === 'throttled' && governor.crowded(paceKey)),
    now: config.now,
    measured(stop) {
      ready.add(stop);
      pump();
    },
    lasts: (stop) => governor.goesWell(stop.paceKey),
    block: (stop) => governor.block(stop.paceKey, BLOCK_MS / config.timeScale),
    suspect: (stop) => governor.suspect(stop.paceKey, BLOCK_MS / config.timeScale),
    trust: (stop) => governor.trust(stop.paceKey),
  };

  function stopAt(route: MailRoute, rank: number): MailStop {
    const key = rank === 0 ? route.key : `${rank} ${route.key}`;
    let stop = stops.get(key);
    if (!stop) {
      if (stops.size >= many) tidy();
      stop = createMailStop(route, rank, engine.egressName);
      stops.set(key, stop);
    }
    return stop;
  }

  /** Forgets places where nobody waits any more. */
  function tidy(): void {
    for (const [key, stop] of stops) {
      if (stop.sessions === 0 && !nextTask(stop) && stop.tasks.size === 0) stops.delete(key);
    }
    many = Math.max(MANY_STOPS, stops.size * 1.25);
  }

  async function enlist(stop: MailStop, task: Task): Promise<void> {
    // Before anything is awaited, or tidying up would forget the stop.
    stop.tasks.add(task);
    await governor.recall(stop.paceKey, stop.provider?.sessions ?? DEFAULT_SESSIONS);
    ready.add(stop);
    pump();
  }

  /** Opens sessions as far as work, pace and slots allow. */
  function pump(): void {
    while (ready.size > 0 && !leash.cut) {
      if (slots.free <= 0) return slots.whenFree(pump);
      const stop = ready.next();
      if (stop) start(stop);
      if (ready.size < limits.stopsAhead) {
        hunger?.resolve();
        hunger = undefined;
      }
    }
  }

  function start(stop: MailStop): void {
    if (stop.parked || !wantsSession(stop)) return;
    const closed = governor.closed(stop.paceKey);
    if (closed) return refuse(stop, leftAlone(stop, closed));
    if (!governor.take(stop.paceKey)) {
      stop.parked = true;
      governor.whenFree(stop.paceKey, () => {
        stop.parked = false;
        ready.add(stop);
        pump();
      });
      return;
    }
    slots.take();
    void serve(stop);
    // A long queue may be worth more than one session.
    ready.add(stop);
  }

  function wantsSession(stop: MailStop): boolean {
    if (!nextTask(stop)) return false;
    if (stop.sessions === 0) return true;
    const enough = (stop.sessions * limits.workPerSessionMs) / msPerRecipient(stop);
    return unanswered(stop, enough) >= enough;
  }

  async function serve(stop: MailStop): Promise<void> {
    stop.sessions += 1;
    talking += 1;
    let talked: Talked = { end: 'neutral', closed: undefined };
    try {
      talked = await talk(stop);
    } catch (error) {
      // Nothing a server does should lead here; if it does, its addresses still get an answer.
      const text = error instanceof Error ? error.message : String(error);
      refuse(stop, { ...unheard('unknown', 'server_error', 0), reply: { stage: 'rcpt', text } });
    }
    stop.sessions -= 1;
    talking -= 1;
    if (talking === 0) quiet.ring();
    if (talked.closed) await engine.partings.see(talked.closed);
    ready.add(stop);
    slots.give();
    governor.give(stop.paceKey, talked.end);
    pump();
  }

  async function talk(stop: MailStop): Promise<Talked> {
    const { trace } = config;
    engine.sessions += 1;
    const session = engine.sessions;
    const tell: SessionSettings['tell'] =
      trace &&
      ((host, direction, text) => trace({ kind: 'dialogue', session, host, direction, text }));
    const { smtp, now } = config;
    const reached = await reach(engine, stop, { smtp, egress, limits, now, leash, tell });
    if ('session' in reached) {
      const end = await visit(stop, reached.session, reached.rank, desk);
      const { host, ended } = reached.session;
      if (ended && ended.kind !== 'shutdown') tell?.(host, 'note', ended.detail);
      const complained = reached.complained && end === 'fine';
      return { end: complained ? 'eased_off' : end, closed: reached.session.quit() };
    }
    const { reason } = reached.outcome;
    const end = reason === 'throttled' ? 'throttled' : 'neutral';
    if (leash.cut) return { end, closed: undefined };
    if (reason !== 'ip_blocked' && desk.isOneTooMany(stop, reached.outcome)) {
      return { end: 'throttled', closed: undefined };
    }
    if (reason === 'ip_blocked') desk.block(stop);
    else if (stop.served && stop.broken + 1 < limits.fruitlessConnections) {
      // It may have been a moment's trouble.
      stop.broken += 1;
      return { end, closed: undefined };
    }
    refuse(stop, reached.outcome);
    return { end, closed: undefined };
  }

  /** Gives everyone who waits at a stop the same outcome. What was accepted before stays accepted. */
  function refuse(stop: MailStop, outcome: Outcome): void {
    for (const task of stop.tasks) {
      const { domain } = task;
      for (const ask of task.asks.splice(0)) book.settle(ask, outcome, domain);
      task.deferred = false;
      if (task.onWire === 0 && !task.probing) release(task);
    }
  }

  /** What was accepted is, whether or not the domain accepts everyone. */
  function release({ held, domain }: Task): void {
    if (held.length === 0) return;
    domain.catchAll ??= 'unclear';
    book.settleHeld(domain);
  }

  function learn({ route, provider }: MailStop, { name, catchAll, cap }: Domain): void {
    const fact = {
      mx: route.key,
      ...(provider && { provider: provider.id }),
      ...(catchAll !== undefined && { catchAll }),
      ...(cap !== undefined && { recipientCap: cap }),
    };
    const sure = catchAll === 'yes' || catchAll === 'no';
    void config.facts.putDomain(name, fact, sure ? CATCH_ALL_TTL : UNCLEAR_TTL);
  }

  return {
    async hungry() {
      while (ready.size >= limits.stopsAhead) await (hunger ??= Promise.withResolvers()).promise;
    },
    dispatch: (task, route) => enlist(stopAt(route, route.first), task),
    conclude() {
      for (const { tasks } of stops.values()) for (const task of tasks) release(task);
    },
    quiet: () => (talking === 0 ? Promise.resolve() : quiet.heard(limits.quitMs)),
  };
}

function leftAlone(
  stop: MailStop,
  { reason, ms }: { reason: 'ip_blocked' | 'throttled'; ms: number },
): Outcome {
  return unheard('unknown', reason, 0.5, {
    rule: 'provider-left-alone',
    mx: stop.route.hosts[stop.rank] ?? '',
    provider: stop.provider?.id,
    waitMs: ms,
  });
}
