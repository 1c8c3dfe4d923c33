import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseAddress } from '../address/parse-address.ts';
import type { Breaker } from '../flow/breaker.ts';
import { mailHostsOf } from '../data/mail-hosts.ts';
import { outcomeWithoutReply, type Outcome } from '../verdict/outcome.ts';
import { providerOf } from '../data/provider-of.ts';
import { shuffled } from '../flow/shuffled.ts';
import type { Egress, IndexedVerdict, RunOptions } from '../model/types.ts';
import type { DomainFact } from '../model/facts.ts';
import { digest } from '../capacity/block.ts';
import { createDomainBatch, isDone, takeUnasked, takenUnasked } from './domain-batch.ts';
import type { Domain, DomainBatch } from './domain-batch.ts';
import { inOrderOf } from './egress-choice.ts';
import { createPendingTable } from './pending-table.ts';
import { createScheduler } from './scheduler.ts';
import { createSemaphore } from '../flow/semaphore.ts';
import type { VerifierContext } from './verifier-context.ts';

type Addresses = Iterable<string> | AsyncIterable<string>;

/** Domains whose facts are fetched at once. */
const FACTS_AT_ONCE = 256;
/** Domains of a run whose mail hosts are looked up at once. */
const LOOKUPS_AT_ONCE = 512;
/** Addresses that are read before the event loop gets a turn. */
const READ_PER_TURN = 512;

/** One pass over an input. */
export function createRun(context: VerifierContext, options: RunOptions) {
  const { config, limits } = context;
  const aborting = new AbortController();
  const { signal } = aborting;
  const { priority = 0, attempt = 0 } = options;
  const customer = digest(options.customer ?? '');
  const dnsBreaker = context.newBreaker((control) => control.resolves());
  const router = context.routerOf(dnsBreaker);
  const outages = new Map<Egress, Breaker>();
  const table = createPendingTable(config, limits, attempt);
  const scheduler = createScheduler(context, table, {
    signal,
    priority,
    customer,
    attempt,
    router,
    outageOf,
  });
  const lookups = createSemaphore(LOOKUPS_AT_ONCE);
  const cancelled = Promise.withResolvers<void>();
  let reading = true;
  /** Batches of the domains read since the last were started. */
  const gathered: DomainBatch[] = [];

  function outageOf(egress: Egress): Breaker {
    let outage = outages.get(egress);
    if (!outage) {
      outage = context.newBreaker((control) => control.connects(egress));
      outages.set(egress, outage);
    }
    return outage;
  }

  async function work(addresses: Addresses): Promise<void> {
    await read(addresses);
    await table.drained();
    // The random recipient may still have to be asked after the last verdict.
    await scheduler.idle();
  }

  /** Gathers many addresses before their domains are asked, so that each domain is asked once. */
  async function read(addresses: Addresses): Promise<void> {
    const mayLinger = Symbol.asyncIterator in addresses;
    let timer: NodeJS.Timeout | undefined;
    let count = 0;
    function start(): void {
      clearTimeout(timer);
      timer = undefined;
      count = 0;
      void routeAll(gathered.splice(0));
    }
    try {
      for await (const email of addresses) {
        if (count === 0) await table.waitForCapacity(limits.batch);
        if (!reading) return;
        add(email);
        count += 1;
        if (count % READ_PER_TURN === 0) await nextTurn();
        if (count >= limits.batch) start();
        else if (mayLinger) timer ??= setTimeout(start, limits.batchLingerMs);
      }
    } finally {
      start();
    }
  }

  function add(email: string): void {
    const parsed = parseAddress(email);
    if (!parsed.valid) return table.addInvalid(email, parsed.detail);
    const recipient = table.add(email, parsed);
    if (!recipient) return;
    if (parsed.breach) return table.conclude(recipient, notAsked(parsed.breach));
    if (signal.aborted) return table.conclude(recipient, NOT_ANSWERED);
    const { domain } = recipient;
    if (!domain.batch || isDone(domain.batch)) {
      domain.batch = createDomainBatch(domain);
      gathered.push(domain.batch);
    }
    domain.batch.waiting.push(recipient);
  }

  /** Routes each domain as soon as there is capacity, so that one with slow DNS delays no other. */
  async function routeAll(batches: DomainBatch[]): Promise<void> {
    while (batches.length > 0) {
      const some = batches.splice(0, FACTS_AT_ONCE);
      const names = some.map(({ domain }) => domain.name);
      const [facts] = await Promise.all([config.facts.domains(names), context.reputation.load()]);
      // In many lists dead hosts stand together. In a row they would look like an outage of ours.
      for (const batch of shuffled(some, config.random)) {
        await scheduler.capacity();
        await lookups.acquire();
        if (signal.aborted) return;
        void route(batch, facts.get(batch.domain.name)).finally(lookups.release);
      }
    }
  }

  async function route(batch: DomainBatch, fact: DomainFact | undefined): Promise<void> {
    const { domain } = batch;
    const found = await router.resolveMail(domain.name);
    if (signal.aborted) return;
    const text = found.kind === 'none' ? found.detail : found.hosts.join(', ');
    config.trace?.({ kind: 'route', domain: domain.name, text });
    if (found.kind === 'none') {
      if (found.isNull && found.reason === 'no_mail_server') domain.hosts = 'parked';
      return close(batch, NO_ROUTE[found.reason]);
    }
    domain.hosts = mailHostsOf(found.hosts);
    useFact(domain, fact?.mx === found.key ? fact : undefined);
    if (domain.hosts !== 'parked') void askDmarc(domain);
    const egress = domain.egress ?? inOrderOf(domain.name, config.egress, attempt)[0];
    const mx = found.hosts[found.first] ?? domain.name;
    if (egress) {
      const provider = providerOf(mx);
      const asked = { mx, provider: provider?.id, egress: egress.helo };
      table.concludeEach(takeUnasked(batch, provider), takenUnasked(asked));
      if (batch.waiting.length > 0) scheduler.add(batch, found, egress);
      return;
    }
    close(batch, outcomeWithoutReply('unknown', 'egress_off', 1, { mx, retry: false }));
  }

  /** No verdict waits for it. */
  async function askDmarc(domain: Domain): Promise<void> {
    const isWanted = () => domain.open > 0 && domain.dmarc === undefined;
    domain.dmarc ??= await context.dmarcOf(domain.name, dnsBreaker, isWanted);
  }

  /** What this run has seen itself is worth more than a stored fact. */
  function useFact(domain: Domain, fact: DomainFact | undefined): void {
    if (domain.catchAll === undefined || domain.catchAll === 'unclear') {
      domain.catchAll = fact?.catchAll;
      domain.learntAt = fact?.at;
    }
    if (domain.catchAll !== undefined) table.concludeHeld(domain);
    domain.recipientCap ??= fact?.recipientCap;
    domain.dmarc ??= fact?.dmarc;
    if (config.egress.length > 1)
      domain.egress ??= config.egress.find(({ helo }) => helo === fact?.egress);
  }

  /** Concludes a domain without asking a server. */
  const close = ({ waiting }: DomainBatch, outcome: Outcome): void =>
    table.concludeEach(waiting.splice(0), outcome);

  function stop(): void {
    if (signal.aborted) return;
    aborting.abort();
    // The sessions first handle the replies that they have received.
    setImmediate(() => table.concludeAll(NOT_ANSWERED));
  }

  return {
    /**
     * Reads the input, and yields the verdicts as many at a time as there are. Ends when every
     * address has its verdict. Throws only if the input does.
     */
    async *verdicts(addresses: Addresses): AsyncGenerator<readonly IndexedVerdict[], void> {
      let done = false;
      const worked = Promise.race([work(addresses), cancelled.promise]).finally(() => {
        done = true;
        table.wake();
      });
      // It is awaited after the last verdict; until then an error is no unhandled rejection.
      worked.catch(() => {});
      for (;;) {
        const isLast = done;
        const verdicts = table.take();
        if (verdicts.length > 0) yield verdicts;
        else if (isLast) break;
        else await table.filled();
      }
      await worked;
    },
    /** Closes every connection. What is open, and what is still read, becomes `not_answered`. */
    stop,
    /** The same as `stop`, and reads no further. */
    cancel(): void {
      reading = false;
      stop();
      setImmediate(cancelled.resolve);
    },
  };
}

export type Run = ReturnType<typeof createRun>;

const NOT_ANSWERED = outcomeWithoutReply('unknown', 'not_answered', 0);

/** A server might reject the address only for its spelling, which says nothing about the mailbox. */
const notAsked = (rule: string): Outcome =>
  outcomeWithoutReply('unknown', 'policy', 1, { rule, retry: false });

const NO_ROUTE = {
  no_such_domain: outcomeWithoutReply('undeliverable', 'no_such_domain', 0.99),
  null_mx: outcomeWithoutReply('undeliverable', 'null_mx', 1),
  no_mail_server: outcomeWithoutReply('undeliverable', 'no_mail_server', 0.98),
  dns_error: outcomeWithoutReply('unknown', 'dns_error', 0.5),
};
