import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseAddress } from '../address/parse-address.ts';
import { getOrCreate } from '../flow/get-or-create.ts';
import type { CircuitBreaker } from '../flow/circuit-breaker.ts';
import { outcomeWithoutReply, type Outcome } from '../verdict/outcome.ts';
import type { Egress, IndexedVerdict, RunOptions } from '../model/types.ts';
import { digest } from '../capacity/block.ts';
import { createDomainBatch, isBatchDone, type DomainBatch } from './domain-batch.ts';
import { createPendingTable } from './pending-table.ts';
import { createBatchRouter } from './batch-router.ts';
import { createScheduler } from './scheduler.ts';
import type { VerifierContext } from './verifier-context.ts';

type Addresses = Iterable<string> | AsyncIterable<string>;

/** Maximum addresses read before yielding to the event loop. */
const READS_PER_TICK = 512;

export interface VerificationRun {
  /** Yields verdicts in groups, until every address has one. Throws only if the input does. */
  verdicts(addresses: Addresses): AsyncGenerator<readonly IndexedVerdict[], void>;
  /** Closes connections. Addresses without a verdict, or read afterward, get `not_answered`. */
  stop(): void;
  /** Like `stop`, but reads no further input. */
  cancel(): void;
}

export function createVerificationRun(
  context: VerifierContext,
  options: RunOptions,
): VerificationRun {
  const { config, limits } = context;
  const aborting = new AbortController();
  const { signal } = aborting;
  const { priority = 0, attempt = 0, customer = '' } = options;
  const dnsBreaker = context.newBreaker((control) => control.resolves());
  const router = context.routerOf(dnsBreaker);
  const table = createPendingTable(config, limits, attempt);
  const outages = new Map<Egress, CircuitBreaker>();
  const outageOf = (egress: Egress): CircuitBreaker =>
    getOrCreate(outages, egress, () => context.newBreaker((control) => control.connects(egress)));
  const scope = { signal, priority, customer: digest(customer), attempt, router, outageOf };
  const scheduler = createScheduler(context, table, scope);
  const routeBatches = createBatchRouter(context, scope, dnsBreaker, table, scheduler);
  const canceled = Promise.withResolvers<void>();
  let reading = true;
  /** Batches of the domains read since routing last started. */
  const pendingBatches: DomainBatch[] = [];

  async function work(addresses: Addresses): Promise<void> {
    await read(addresses);
    await table.waitUntilDrained();
    // The random recipient may still have to be sent after the last verdict.
    await scheduler.waitUntilIdle();
  }

  /** Gathers many addresses first, so that each domain is contacted once. */
  async function read(addresses: Addresses): Promise<void> {
    const mayLinger = Symbol.asyncIterator in addresses;
    let timer: NodeJS.Timeout | undefined;
    let count = 0;
    function start(): void {
      clearTimeout(timer);
      timer = undefined;
      count = 0;
      void routeBatches(pendingBatches.splice(0));
    }
    try {
      for await (const email of addresses) {
        if (count === 0) await table.waitForCapacity(limits.batch);
        if (!reading) return;
        add(email);
        count += 1;
        if (count % READS_PER_TICK === 0) await nextTurn();
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
    if (parsed.breach) return table.conclude(recipient, outcomeOfBreach(parsed.breach));
    if (signal.aborted) return table.conclude(recipient, UNANSWERED_OUTCOME);
    const { domain } = recipient;
    if (!domain.batch || isBatchDone(domain.batch)) {
      domain.batch = createDomainBatch(domain);
      pendingBatches.push(domain.batch);
    }
    domain.batch.waiting.push(recipient);
  }

  function stop(): void {
    if (signal.aborted) return;
    aborting.abort();
    // Sessions must first process the replies that they have already received.
    setImmediate(() => table.concludeAll(UNANSWERED_OUTCOME));
  }

  return {
    async *verdicts(addresses) {
      let done = false;
      const completion = Promise.race([work(addresses), canceled.promise]).finally(() => {
        done = true;
        table.wake();
      });
      // Prevents an unhandled rejection: `completion` is awaited only after the last verdict.
      completion.catch(() => {});
      for (;;) {
        const isLast = done;
        const verdicts = table.take();
        if (verdicts.length > 0) yield verdicts;
        else if (isLast) break;
        else await table.waitForVerdicts();
      }
      await completion;
    },
    stop,
    cancel() {
      reading = false;
      stop();
      setImmediate(canceled.resolve);
    },
  };
}

const UNANSWERED_OUTCOME = outcomeWithoutReply('unknown', 'not_answered', 0);

/**
 * Returns the outcome of an address that breaks a syntax rule. The address is not sent, because a
 * rejection might be about the syntax, not about the mailbox.
 */
const outcomeOfBreach = (rule: string): Outcome =>
  outcomeWithoutReply('unknown', 'policy', 1, { rule, retry: false });
