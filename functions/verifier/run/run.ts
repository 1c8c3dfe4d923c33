import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseAddress } from '../address/parse-address.ts';
import { createSlots } from '../pace/slots.ts';
import type { Answer, DomainFact, RunOptions } from '../types.ts';
import { unheard } from '../verdict.ts';
import type { Outcome } from '../verdict.ts';
import { batches } from './batches.ts';
import { createBook } from './book.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Engine } from './engine.ts';
import { shuffled } from '../shuffled.ts';
import { createLeash } from '../smtp/leash.ts';
import { createTask, isDone } from './task.ts';
import type { Domain, Task } from './task.ts';

/** One pass over an input. */
export interface Run {
  /** Reads and works until every address has its answer. Rejects only if the input does. */
  work(addresses: Iterable<string> | AsyncIterable<string>): Promise<void>;
  /** The answers since the last call. */
  collect(): Answer[];
  /** Resolves when there is something to collect, or at `wake`. */
  filled(): Promise<void>;
  wake(): void;
  /** Lets go of the network: what is open and what is still read comes back `not_answered`. */
  stop(): void;
  /** As `stop`, and reads no further. */
  cancel(): void;
}

/** Domains whose facts are fetched at once. */
const RECALLED_AT_ONCE = 256;
/** Domains of one run whose mail hosts are looked for at once. */
const ROUTED_AT_ONCE = 512;
/** Addresses entered between two looks at the network. */
const ENTERED_AT_ONCE = 512;

export function createRun(engine: Engine, options: RunOptions): Run {
  const { config, limits } = engine;
  const leash = createLeash();
  const book = createBook(config, limits, options.attempt ?? 0);
  const dispatcher =
    config.egress.kind === 'off' ? undefined : createDispatcher(engine, config.egress, book, leash);
  const routing = createSlots(ROUTED_AT_ONCE);
  const cancelled = Promise.withResolvers<void>();
  let reading = true;

  async function read(addresses: Iterable<string> | AsyncIterable<string>): Promise<void> {
    for await (const batch of batches(addresses, limits.batch, limits.batchLingerMs)) {
      await book.room(batch.length);
      if (!reading) return;
      const fresh: Task[] = [];
      for (let from = 0; from < batch.length; from += ENTERED_AT_ONCE) {
        enterAll(batch.slice(from, from + ENTERED_AT_ONCE), fresh);
        await nextTurn();
      }
      // Nobody else needs it, yet it would be kept until there is another.
      batch.length = 0;
      void routeAll(fresh);
    }
    await book.emptied();
    // A server that defers us still has to hear of the random recipient, and all to be left politely.
    await dispatcher?.quiet();
  }

  function enterAll(emails: readonly string[], fresh: Task[]): void {
    for (const email of emails) enter(email, fresh);
  }

  function enter(email: string, fresh: Task[]): void {
    const parsed = parseAddress(email);
    if (!parsed.valid) return book.refuse(email, parsed.detail);
    const domain = book.domainOf(parsed);
    const ask = book.enter(email, parsed, domain);
    if (!ask) return;
    if (leash.cut) return book.settle(ask, NOT_ANSWERED, domain);
    if (domain.task && !isDone(domain.task)) return void domain.task.asks.push(ask);
    // Most domains have one address: an array to be filled would keep room for many.
    domain.task = createTask(domain, [ask]);
    fresh.push(domain.task);
  }

  /** Domain by domain, as places become free: one that is slow to be found delays no other. */
  async function routeAll(fresh: Task[]): Promise<void> {
    while (fresh.length > 0) {
      // Taken out, or all would be kept until the last is routed.
      const some = fresh.splice(0, RECALLED_AT_ONCE);
      const facts = await config.facts.domains(some.map(({ domain }) => domain.name));
      // Hosts of a kind stand together in many lists: mixed, a series of dead ones is an outage of ours.
      for (const task of shuffled(some, config.random)) {
        await dispatcher?.hungry();
        while (routing.free <= 0) await new Promise<void>((free) => routing.whenFree(free));
        if (leash.cut) return;
        routing.take();
        void route(task, facts.get(task.domain.name)).finally(routing.give);
      }
    }
  }

  async function route(task: Task, fact: DomainFact | undefined): Promise<void> {
    const { domain } = task;
    const found = await engine.router.resolveMail(domain.name);
    if (leash.cut) return;
    if (found.kind === 'none') {
      config.trace?.({ kind: 'route', domain: domain.name, text: found.detail });
      return close(task, NO_ROUTE[found.reason]);
    }
    config.trace?.({ kind: 'route', domain: domain.name, text: found.hosts.join(', ') });
    recall(domain, fact?.mx === found.key ? fact : undefined);
    if (dispatcher) return dispatcher.dispatch(task, found);
    const mx = found.hosts[found.first] ?? domain.name;
    close(task, { ...unheard('unknown', 'egress_off', 1, { mx }), retry: false });
  }

  /** What this run saw itself is better than what others remember. */
  function recall(domain: Domain, fact: DomainFact | undefined): void {
    if (domain.catchAll === undefined || domain.catchAll === 'unclear')
      domain.catchAll = fact?.catchAll;
    if (domain.catchAll !== undefined) book.settleHeld(domain);
    domain.cap ??= fact?.recipientCap;
  }

  /** Answers a domain that needs no server. */
  function close(task: Task, outcome: Outcome): void {
    for (const ask of task.asks.splice(0)) book.settle(ask, outcome, task.domain);
  }

  function stop(): void {
    if (leash.cut) return;
    leash.cutAll();
    // First the sessions settle what they heard until now.
    setImmediate(() => {
      dispatcher?.conclude();
      book.settleAll(NOT_ANSWERED);
    });
  }

  return {
    work: (addresses) => Promise.race([read(addresses), cancelled.promise]),
    collect: book.collect,
    filled: book.filled,
    wake: book.wake,
    stop,
    cancel() {
      reading = false;
      stop();
      setImmediate(cancelled.resolve);
    },
  };
}

const NOT_ANSWERED = unheard('unknown', 'not_answered', 0);

const NO_ROUTE = {
  no_such_domain: unheard('undeliverable', 'no_such_domain', 0.99),
  null_mx: unheard('undeliverable', 'null_mx', 1),
  no_mail_server: unheard('undeliverable', 'no_mail_server', 0.98),
  dns_error: unheard('unknown', 'dns_error', 0.5),
};
