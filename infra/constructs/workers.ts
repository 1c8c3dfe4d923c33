import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { QueueName, WorkerName } from '../config.ts';
import { bundleOf, workerNeeds } from '../functions.ts';
import type { Foundation } from './foundation.ts';
import { deadLettersOf } from './queues.ts';
import { ServiceFunction } from './service-function.ts';
import { Worker } from './worker.ts';

const DEAD_TASK_CONCURRENCY = 2;

/** The pipeline: what reads the queues, and the sweeper that finds what got lost between them. */
export class Workers extends Construct {
  readonly functions: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, base: Foundation) {
    super(scope, id);
    const { queues, config } = base;
    const reads = (...names: readonly QueueName[]) =>
      names.map((name) => ({ queue: queues[name], concurrency: config.concurrency[name] }));
    const worker = (name: WorkerName, sources: ReturnType<typeof reads>) =>
      new Worker(this, name, base, sources);
    const deadTasks = [queues.verifyExpress, queues.verifyBulk].map((queue) => ({
      queue: deadLettersOf(queue),
      concurrency: DEAD_TASK_CONCURRENCY,
    }));

    this.functions = [
      worker('lists', reads('list')),
      worker('verify', reads('verifyExpress', 'verifyBulk')),
      worker('deadTasks', deadTasks),
      worker('finalize', reads('finalize')),
      worker('mail', reads('mail')),
      this.sweeper(base),
    ];
  }

  private sweeper(base: Foundation): ServiceFunction {
    const sweep = new ServiceFunction(this, 'sweep', {
      base,
      bundle: bundleOf('sweep'),
      ...base.config.sweeper,
      grants: workerNeeds.sweep.grants,
    });
    new Rule(this, 'sweepRule', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(sweep)],
    });
    return sweep;
  }
}
