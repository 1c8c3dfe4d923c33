import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { atOnce, concurrencyOf, SCHEDULED_AT_ONCE } from '../features/concurrency.ts';
import type { WorkerNeeds } from '../features/feature.ts';
import { bundleOf, scheduleNeeds, workerNeeds } from '../features/index.ts';
import type { Foundation } from './foundation.ts';
import { createDeadLetters, deadLettersOf } from './queues.ts';
import { ServiceFunction } from './service-function.ts';

export type Workers = ReturnType<typeof createWorkers>;

/** Everything that runs without a caller: what reads the queues, and what runs on a schedule. */
export function createWorkers(scope: Construct, id: string, base: Foundation) {
  const group = new Construct(scope, id);
  const readers = new Map(
    [...workerNeeds].map(([name, needs]) => [name, addReader(group, name, needs, base)]),
  );
  /** Runs of schedules that failed. Emulators run a schedule at most, and keep nothing of it. */
  const failedRuns = base.config.account
    ? createDeadLetters(group, 'schedulesDead', base.config)
    : undefined;
  const scheduled = new Map(
    [...scheduleNeeds].map(([name, { everyMinutes, ...numbers }]) => {
      const target = new ServiceFunction(group, name, {
        ...numbers,
        base,
        bundle: bundleOf(name),
        reserved: SCHEDULED_AT_ONCE,
        failedRuns,
      });
      new Rule(group, `${name}Rule`, {
        schedule: Schedule.rate(Duration.minutes(everyMinutes)),
        // The next run does what a failed one left.
        targets: [new LambdaFunction(target, { retryAttempts: 0 })],
      });
      return [name, target] as const;
    }),
  );
  return { readers, scheduled, failedRuns };
}

/** A function that works through queues; a message it fails at comes back alone. */
function addReader(
  scope: Construct,
  name: string,
  needs: WorkerNeeds,
  base: Foundation,
): ServiceFunction {
  const { reads, batchSize, deadLetters, mayLoop, ...numbers } = needs;
  const reader = new ServiceFunction(scope, name, {
    ...numbers,
    base,
    bundle: bundleOf(name),
    reserved: atOnce(needs, base.config),
    mayLoop,
  });
  for (const read of reads) {
    const queue = base.queues[read];
    reader.addEventSource(
      new SqsEventSource(deadLetters ? deadLettersOf(queue) : queue, {
        batchSize,
        maxConcurrency: concurrencyOf(read, needs, base.config),
        reportBatchItemFailures: true,
      }),
    );
  }
  return reader;
}
