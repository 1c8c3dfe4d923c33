import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { concurrencyOf, reservedForSchedule } from '../features/concurrency.ts';
import type { ScheduleNeeds, WorkerNeeds } from '../features/feature.ts';
import { bundleOf, scheduleNeeds, workerNeeds } from '../features/index.ts';
import { cronOf } from '../features/timing.ts';
import type { Foundation } from './foundation.ts';
import { createDeadLetters, deadLettersOf } from './queues.ts';
import { ServiceFunction } from './service-function.ts';
import { Worker } from './worker.ts';

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
    this.failedRuns = base.config.onLaptop
      ? undefined
      : createDeadLetters(this, 'schedulesDead', base.config);
    this.scheduled = new Map(
      [...scheduleNeeds].map(([name, needs]) => [name, this.schedule(name, needs, base)]),
    );
  }

  private worker(name: string, needs: WorkerNeeds, base: Foundation): ServiceFunction {
    const sources = needs.reads.map((read) => ({
      queue: needs.deadLetters ? deadLettersOf(base.queues[read]) : base.queues[read],
      concurrency: concurrencyOf(read, needs, base.config),
    }));
    return new Worker(this, name, base, needs, sources);
  }

  private schedule(name: string, needs: ScheduleNeeds, base: Foundation): ServiceFunction {
    const { everyMinutes, on, ...numbers } = needs;
    const target = new ServiceFunction(this, name, {
      base,
      bundle: bundleOf(name),
      reserved: reservedForSchedule(base.config),
      failedRuns: this.failedRuns,
      ...numbers,
    });
    new Rule(this, `${name}Rule`, {
      schedule: on ? Schedule.cron(cronOf(on)) : Schedule.rate(Duration.minutes(everyMinutes)),
      // The next run does what a failed one left.
      targets: [new LambdaFunction(target, { retryAttempts: 0 })],
    });
    return target;
  }
}
