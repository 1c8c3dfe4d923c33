import type { CircuitBreaker } from '../flow/circuit-breaker.ts';
import { createSemaphore } from '../flow/semaphore.ts';
import { shuffle } from '../flow/shuffle.ts';
import { mailHostPurposeOf } from '../data/mail-hosts.ts';
import { providerOf } from '../data/provider-of.ts';
import type { DomainFact } from '../model/facts.ts';
import { outcomeWithoutReply, type Outcome } from '../verdict/outcome.ts';
import {
  takeSkippableRecipients,
  outcomeForSkippedRecipients,
  type Domain,
  type DomainBatch,
} from './domain-batch.ts';
import { rankEgresses } from './egress-selector.ts';
import type { PendingTable } from './pending-table.ts';
import type { Scheduler } from './scheduler.ts';
import type { RunScope, VerifierContext } from './verifier-context.ts';

/**
 * Looks up the mail hosts of domains concurrently, so that slow DNS for one domain does not delay
 * the others. Resolves when all lookups have started, which may wait for capacity.
 */
export type BatchRouter = (batches: DomainBatch[]) => Promise<void>;

const FACTS_PER_READ = 256;
/** Maximum concurrent lookups of mail hosts in one run. */
const LOOKUP_CONCURRENCY = 512;

/**
 * Finds the mail hosts of a run's domains, and passes domains that need a session to the scheduler.
 */
export function createBatchRouter(
  context: VerifierContext,
  { signal, router, attempt }: RunScope,
  breaker: CircuitBreaker,
  table: PendingTable,
  scheduler: Scheduler,
): BatchRouter {
  const { config } = context;
  const lookups = createSemaphore(LOOKUP_CONCURRENCY);

  async function route(batch: DomainBatch, fact: DomainFact | undefined): Promise<void> {
    const { domain } = batch;
    const found = await router.resolveMail(domain.name);
    if (signal.aborted) return;
    const text = found.kind === 'none' ? found.detail : found.hosts.join(', ');
    config.trace?.({ kind: 'route', domain: domain.name, text });
    if (found.kind === 'none') {
      if (found.isNull && found.reason === 'no_mail_server') domain.hosts = 'parked';
      return concludeBatch(batch, NO_ROUTE[found.reason]);
    }
    domain.hosts = mailHostPurposeOf(found.hosts);
    applyFact(domain, fact?.mx === found.key ? fact : undefined);
    if (domain.hosts !== 'parked') void askDmarc(domain);
    const egress = domain.egress ?? rankEgresses(domain.name, config.egress, attempt)[0];
    const mx = found.hosts[found.first] ?? domain.name;
    if (egress) {
      const provider = providerOf(mx);
      const asked = { mx, provider: provider?.id, egress: egress.helo };
      table.concludeEach(
        takeSkippableRecipients(batch, provider),
        outcomeForSkippedRecipients(asked),
      );
      if (batch.waiting.length > 0) scheduler.add(batch, found, egress);
      return;
    }
    concludeBatch(batch, outcomeWithoutReply('unknown', 'egress_off', 1, { mx, retry: false }));
  }

  /** Looks up the DMARC record. No verdict waits for it. */
  async function askDmarc(domain: Domain): Promise<void> {
    const isWanted = () => domain.open > 0 && domain.dmarc === undefined;
    domain.dmarc ??= await context.dmarcOf(domain.name, breaker, isWanted);
  }

  /** Applies a stored fact, unless this run has learned more itself. */
  function applyFact(domain: Domain, fact: DomainFact | undefined): void {
    if (domain.catchAll === undefined || domain.catchAll === 'unclear') {
      domain.catchAll = fact?.catchAll;
      domain.learnedAt = fact?.at;
    }
    if (domain.catchAll !== undefined) table.concludeHeld(domain);
    domain.recipientCap ??= fact?.recipientCap;
    domain.dmarc ??= fact?.dmarc;
    if (config.egress.length > 1)
      domain.egress ??= config.egress.find(({ helo }) => helo === fact?.egress);
  }

  /** Concludes the waiting recipients of a domain without contacting a server. */
  const concludeBatch = ({ waiting }: DomainBatch, outcome: Outcome): void =>
    table.concludeEach(waiting.splice(0), outcome);

  return async function routeAll(batches) {
    while (batches.length > 0) {
      const chunk = batches.splice(0, FACTS_PER_READ);
      const names = chunk.map(({ domain }) => domain.name);
      const [facts] = await Promise.all([config.facts.domains(names), context.reputation.load()]);
      // Shuffled because dead hosts in a row, as in many lists, would look like an outage of ours.
      for (const batch of shuffle(chunk, config.random)) {
        await scheduler.waitForCapacity();
        await lookups.acquire();
        if (signal.aborted) return;
        void route(batch, facts.get(batch.domain.name)).finally(lookups.release);
      }
    }
  };
}

const NO_ROUTE = {
  no_such_domain: outcomeWithoutReply('undeliverable', 'no_such_domain', 0.99),
  null_mx: outcomeWithoutReply('undeliverable', 'null_mx', 1),
  no_mail_server: outcomeWithoutReply('undeliverable', 'no_mail_server', 0.98),
  dns_error: outcomeWithoutReply('unknown', 'dns_error', 0.5),
};
