import { SECOND_MS } from '../../../shared/model/duration.ts';
import { QUEUES } from '../../../infra/features/queues.ts';
import { workerNeeds } from '../../../infra/features/index.ts';

/**
 * Number of batches that Lambda processes concurrently at first:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const FIRST_BATCHES = 5;
/** Additional batches per second while messages wait. */
const GROWTH_PER_SECOND = 300 / 60;
/**
 * Share of the workers' time above which a tenant is noisy:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
const NOISY_SHARE = 0.1;
/** Minimum number of messages in flight with which a tenant can be noisy. */
const NOISY_MESSAGES = 30;
const RECENT_MS = 60 * SECOND_MS;

export interface SourceMessage<T> {
  readonly body: T;
  readonly group: string;
  readonly visibleAt: number;
}

/**
 * Creates a fair queue, which delivers messages of quiet tenants first, to a function with limited
 * concurrency.
 */
export function createEventSource<T>(now: () => number, random: () => number) {
  const { concurrency } = QUEUES.webhooks;
  const { batchSize = 1 } = workerNeeds.get('webhooks') ?? {};
  const waiting: SourceMessage<T>[] = [];
  const inFlightByGroup = new Map<string, number>();
  const completed: { readonly group: string; readonly ms: number; readonly at: number }[] = [];
  const runs: Promise<void>[] = [];
  let batches = 0;
  let peak = 0;
  let busySince: number | undefined;

  function noisy(): Set<string> {
    const recent = completed.filter(({ at }) => at > now() - RECENT_MS);
    const allMs = recent.reduce((sum, { ms }) => sum + ms, 0);
    const timeOf = new Map<string, number>();
    for (const { group, ms } of recent) timeOf.set(group, (timeOf.get(group) ?? 0) + ms);
    const inFlight = [...inFlightByGroup.values()].reduce((a, b) => a + b, 0);
    const byTime = [...timeOf].filter(([, ms]) => ms > NOISY_SHARE * allMs);
    const byCount = [...inFlightByGroup].filter(
      ([, count]) => count >= NOISY_MESSAGES && count > NOISY_SHARE * inFlight,
    );
    return new Set([...byTime, ...byCount].map(([group]) => group));
  }

  /**
   * Receives up to a batch of visible messages, quiet tenants first and otherwise in random order.
   */
  function receive(): SourceMessage<T>[] {
    const visible = waiting.filter(({ visibleAt }) => visibleAt <= now());
    if (visible.length === 0) return [];
    const noisyGroups = noisy();
    const order = visible
      .map((message) => ({ message, rank: (noisyGroups.has(message.group) ? 1 : 0) + random() }))
      .toSorted((one, other) => one.rank - other.rank);
    const batch = order.slice(0, batchSize).map(({ message }) => message);
    for (const message of batch) waiting.splice(waiting.indexOf(message), 1);
    return batch;
  }

  type Work = (batch: readonly SourceMessage<T>[]) => Promise<void>;
  async function run(work: Work, batch: readonly SourceMessage<T>[]): Promise<void> {
    const startedAt = now();
    for (const { group } of batch)
      inFlightByGroup.set(group, (inFlightByGroup.get(group) ?? 0) + 1);
    await work(batch).finally(() => {
      batches -= 1;
    });
    for (const { group } of batch) {
      inFlightByGroup.set(group, (inFlightByGroup.get(group) ?? 0) - 1);
      completed.push({ group, ms: now() - startedAt, at: now() });
    }
  }

  return {
    waiting,
    peakBatches: () => peak,
    busy: () => batches > 0,
    ended: () => Promise.all(runs),
    backlog: () => waiting.filter(({ visibleAt }) => visibleAt <= now()).length,

    /** Starts as many batches as the limits allow, each with a separate call of `work`. */
    poll(work: Work): void {
      if (batches < FIRST_BATCHES) busySince = undefined;
      else busySince ??= now();
      const growth = GROWTH_PER_SECOND * ((now() - (busySince ?? now())) / SECOND_MS);
      const allowed = Math.min(concurrency, FIRST_BATCHES + Math.floor(growth));
      while (batches < allowed) {
        const batch = receive();
        if (batch.length === 0) return;
        batches += 1;
        peak = Math.max(peak, batches);
        runs.push(run(work, batch));
      }
    },
  };
}
