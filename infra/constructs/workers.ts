import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { atOnce, concurrencyOf, SCHEDULED_AT_ONCE } from '../features/concurrency.ts';
import type { ScheduleNeeds, WorkerNeeds } from '../features/feature.ts';
import { bundleOf, scheduleNeeds, workerNeeds } from '../features/index.ts';
import type { Foundation } from './foundation.ts';
import { createDeadLetters, deadLettersOf } from './queues.ts';
import { ServiceFunction } from './service-function.ts';

/** Everything that runs without a caller: what reads the queues, and what runs on a schedule. */
export class Workers extends Construct {
  /** By name, what reads queues. */
  readonly readers: ReadonlyMap<string, ServiceFunction>;
  /** By name, what runs on a schedule. */
  readonly scheduled: ReadonlyMap<string, ServiceFunction>;
  /** Runs of schedules that failed. Emulators run a schedule at most, and keep nothing of it. */
  readonly failedRuns: Queue | undefined;

  constructor(scope: Construct, id: string, base: Foundation) {
    super(scope, id);
    this.readers = new Map(
      [...workerNeeds].map(([name, needs]) => [name, this.worker(name, needs, base)]),
    );
    this.failedRuns = base.config.account
      ? createDeadLetters(this, 'schedulesDead', base.config)
      : undefined;
    this.scheduled = new Map(
      [...scheduleNeeds].map(([name, needs]) => [name, this.schedule(name, needs, base)]),
    );
  }

  /** A function that works through queues; a message it fails at comes back alone. */
  private worker(name: string, needs: WorkerNeeds, base: Foundation): ServiceFunction {
    const { reads, batchSize, deadLetters, mayLoop, ...numbers } = needs;
    const reader = new ServiceFunction(this, name, {
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

  private schedule(name: string, needs: ScheduleNeeds, base: Foundation): ServiceFunction {
    const { everyMinutes, ...numbers } = needs;
    const target = new ServiceFunction(this, name, {
      ...numbers,
      base,
      bundle: bundleOf(name),
      reserved: SCHEDULED_AT_ONCE,
      failedRuns: this.failedRuns,
    });
    new Rule(this, `${name}Rule`, {
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      // The next run does what a failed one left.
      targets: [new LambdaFunction(target, { retryAttempts: 0 })],
    });
    return target;
  }
}
