import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import {
  maxWorkerConcurrency,
  queueConcurrencyOf,
  SCHEDULED_CONCURRENCY,
} from '../features/concurrency.ts';
import type { WorkerNeeds } from '../features/feature.ts';
import { bundleNameOf, scheduleNeeds, workerNeeds } from '../features/index.ts';
import type { StackContext } from './stack-context.ts';
import { createDeadLetterQueue, deadLetterQueueOf } from './queues.ts';
import { ServiceFunction } from './service-function.ts';

export type Workers = ReturnType<typeof createWorkers>;

/** Creates the functions that the API does not call: queue readers and schedules. */
export function createWorkers(scope: Construct, id: string, base: StackContext) {
  const group = new Construct(scope, id);
  const readers = new Map(
    [...workerNeeds].map(([name, needs]) => [name, addReader(group, name, needs, base)]),
  );
  /** Queue for failed runs of scheduled functions. Emulators do not support it. */
  const failedRuns = base.config.account
    ? createDeadLetterQueue(group, 'schedulesDead', base.config)
    : undefined;
  const scheduled = new Map(
    [...scheduleNeeds].map(([name, { everyMinutes, ...numbers }]) => {
      const target = new ServiceFunction(group, name, {
        ...numbers,
        base,
        bundle: bundleNameOf(name),
        reservedConcurrency: SCHEDULED_CONCURRENCY,
        failedRuns,
      });
      new Rule(group, `${name}Rule`, {
        schedule: Schedule.rate(Duration.minutes(everyMinutes)),
        // A failed run is not retried, because the next scheduled run catches up.
        targets: [new LambdaFunction(target, { retryAttempts: 0 })],
      });
      return [name, target] as const;
    }),
  );
  return { readers, scheduled, failedRuns };
}

/** Only the failed messages of a batch return to their queue. */
function addReader(
  scope: Construct,
  name: string,
  needs: WorkerNeeds,
  base: StackContext,
): ServiceFunction {
  const { reads, batchSize, deadLetters, mayLoop, ...numbers } = needs;
  const sources = reads.map(
    (read) =>
      [read, deadLetters ? deadLetterQueueOf(base.queues[read]) : base.queues[read]] as const,
  );
  const reader = new ServiceFunction(scope, name, {
    ...numbers,
    base,
    bundle: bundleNameOf(name),
    reservedConcurrency: maxWorkerConcurrency(needs, base.config),
    mayLoop,
    sources: sources.map(([, queue]) => queue),
  });
  for (const [read, queue] of sources)
    reader.addEventSource(
      new SqsEventSource(queue, {
        batchSize,
        maxConcurrency: queueConcurrencyOf(read, needs, base.config),
        reportBatchItemFailures: true,
      }),
    );
  return reader;
}
