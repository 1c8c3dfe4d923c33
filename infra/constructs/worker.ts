import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { reservedFor } from '../features/concurrency.ts';
import type { WorkerNeeds } from '../features/feature.ts';
import { bundleOf } from '../features/index.ts';
import type { Foundation } from './foundation.ts';
import { ServiceFunction } from './service-function.ts';

interface Source {
  readonly queue: Queue;
  /** Messages in work at once. */
  readonly concurrency: number;
}

/** A function that works through queues; a message it fails at comes back alone. */
export class Worker extends ServiceFunction {
  constructor(
    scope: Construct,
    name: string,
    base: Foundation,
    needs: WorkerNeeds,
    sources: readonly Source[],
  ) {
    const { memoryMb, timeoutSeconds, batchSize, grants } = needs;
    super(scope, name, {
      base,
      bundle: bundleOf(name),
      memoryMb,
      timeoutSeconds,
      grants,
      reserved: reservedFor(needs, base.config),
    });
    for (const { queue, concurrency } of sources)
      this.addEventSource(
        new SqsEventSource(queue, {
          batchSize,
          maxConcurrency: concurrency,
          reportBatchItemFailures: true,
        }),
      );
  }
}
