import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { deadLettersOf } from '../constructs/queues.ts';
import { scheduleNeeds, workerNeeds } from '../features/index.ts';
import { queueNames, QUEUES } from '../queues.ts';
import type { CoreStack } from '../stacks/core-stack.ts';
import { errorLines } from './error-lines.ts';

interface AlarmsProps {
  readonly core: CoreStack;
  readonly topic: ITopic;
}

const period = Duration.minutes(5);
/** Runs a schedule may miss before somebody is told. */
const RUNS_MISSED = 3;
const DAY_MINUTES = 24 * 60;
const { GREATER_THAN_THRESHOLD, LESS_THAN_THRESHOLD } = ComparisonOperator;

/** Queues whose dead letters a worker reads at once, so that none is ever seen waiting there. */
const drained = new Set<string>(
  [...workerNeeds.values()].flatMap(({ deadLetters, reads }) => (deadLetters ? reads : [])),
);

/** What somebody has to know of, all on one topic; docs/operations.md says what to do. */
export class Alarms extends Construct {
  private readonly topic: ITopic;

  constructor(scope: Construct, id: string, { core, topic }: AlarmsProps) {
    super(scope, id);
    this.topic = topic;
    this.ofQueues(core);
    this.ofFunctions(core);
    this.ofSchedules(core);
    this.ofMail();
    const { rest } = core.api;
    const serverErrors = new MathExpression({
      expression: 'IF(calls > 0, 100 * errors / calls, 0)',
      usingMetrics: {
        errors: rest.metricServerError({ period, statistic: 'Sum' }),
        calls: rest.metricCount({ period, statistic: 'Sum' }),
      },
      period,
    });
    this.above('apiErrorPercent', serverErrors, 1);
    this.above('apiSlow', rest.metricLatency({ period, statistic: 'p95' }), 3000);
    for (const metricName of ['ReadThrottleEvents', 'WriteThrottleEvents'])
      this.above(
        `table${metricName}`,
        core.table.metric(metricName, { period, statistic: 'Sum' }),
        0,
      );
  }

  private ofQueues({ queues }: CoreStack): void {
    for (const name of queueNames) {
      const dead = deadLettersOf(queues[name]);
      this.above(
        `${name}Dead`,
        drained.has(name)
          ? dead.metricNumberOfMessagesReceived({ period, statistic: 'Sum' })
          : dead.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
        0,
      );
      const age = queues[name].metricApproximateAgeOfOldestMessage({
        period,
        statistic: 'Maximum',
      });
      this.above(`${name}Late`, age, QUEUES[name].lateAfterSeconds);
    }
  }

  /**
   * A worker that hands single messages back has not failed by Lambda's count; a line of its log at
   * level `error` tells of it.
   */
  private ofFunctions({ api, workers }: CoreStack): void {
    for (const [name, worker] of [...workers.readers, ...workers.scheduled]) {
      this.above(`${name}Errors`, worker.metricErrors({ period, statistic: 'Sum' }), 0);
      this.above(`${name}Throttles`, worker.metricThrottles({ period, statistic: 'Sum' }), 0);
      this.above(`${name}ErrorLines`, errorLines(this, name, [worker]), 0);
    }
    this.above('apiErrorLines', errorLines(this, 'api', api.functions), 0);
  }

  private ofSchedules({ workers }: CoreStack): void {
    const failed = workers.failedRuns?.metricApproximateNumberOfMessagesVisible({
      period,
      statistic: 'Maximum',
    });
    if (failed) this.above('schedulesDead', failed, 0);
    for (const [name, { everyMinutes }] of scheduleNeeds) {
      const minutes = Math.max(5, Math.min(RUNS_MISSED * everyMinutes, DAY_MINUTES));
      const runs = workers.scheduled
        .get(name)
        ?.metricInvocations({ period: Duration.minutes(minutes), statistic: 'Sum' });
      if (!runs) throw new TypeError(`No function runs on the schedule ${name}`);
      this.raise(`${name}Missed`, runs, 1, LESS_THAN_THRESHOLD, TreatMissingData.BREACHING);
    }
  }

  /** Of the account as a whole, below the rates at which SES stops sending for it. */
  private ofMail(): void {
    for (const [id, metricName, most] of [
      ['mailBounceRate', 'Reputation.BounceRate', 0.04],
      ['mailComplaintRate', 'Reputation.ComplaintRate', 0.0008],
    ] as const) {
      const rate = new Metric({
        namespace: 'AWS/SES',
        metricName,
        period: Duration.hours(1),
        statistic: 'Average',
      });
      this.above(id, rate, most);
    }
  }

  private above(id: string, metric: IMetric, threshold: number): void {
    this.raise(id, metric, threshold, GREATER_THAN_THRESHOLD, TreatMissingData.NOT_BREACHING);
  }

  private raise(
    id: string,
    metric: IMetric,
    threshold: number,
    comparisonOperator: ComparisonOperator,
    treatMissingData: TreatMissingData,
  ): void {
    new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator,
      treatMissingData,
    }).addAlarmAction(new SnsAction(this.topic));
  }
}
