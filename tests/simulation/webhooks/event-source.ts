import { SECOND_MS } from '../../../shared/model/duration.ts';
import { QUEUES } from '../../../infra/features/queues.ts';
import { workerNeeds } from '../../../infra/features/index.ts';
import { createFairOrder } from '../../support/fair-queue.ts';

/**
 * Number of batches that Lambda processes concurrently at first:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const FIRST_BATCHES = 5;
/** Additional batches per second while messages wait. */
const GROWTH_PER_SECOND = 300 / 60;
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
  const fairOrder = createFairOrder(now, random);
  const runs: Promise<void>[] = [];
  let batches = 0;
  let peak = 0;
  let busySince: number | undefined;

  /** Receives up to a batch of visible messages. */
  function receive(): SourceMessage<T>[] {
    const visible = waiting.filter(({ visibleAt }) => visibleAt <= now());
    const batch = fairOrder.sort(visible, ({ group }) => group).slice(0, batchSize);
    for (const message of batch) waiting.splice(waiting.indexOf(message), 1);
    return batch;
  }

  type Work = (batch: readonly SourceMessage<T>[]) => Promise<void>;
  async function run(work: Work, batch: readonly SourceMessage<T>[]): Promise<void> {
    const startedAt = now();
    for (const { group } of batch) fairOrder.begin(group);
    await work(batch).finally(() => {
      batches -= 1;
    });
    for (const { group } of batch) fairOrder.end(group, now() - startedAt);
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
