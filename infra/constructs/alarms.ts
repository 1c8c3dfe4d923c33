import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { queueNames, QUEUES } from '../queues.ts';
import type { Api } from './api.ts';
import { deadLettersOf } from './queues.ts';
import type { Queues } from './queues.ts';
import type { Workers } from './workers.ts';

interface AlarmsProps {
  readonly queues: Queues;
  readonly api: Api;
  readonly workers: Workers;
}

const period = Duration.minutes(5);

/**
 * The alarms, all on one topic. Failures of API functions show as 5XX of the API, so
 * only the workers have alarms of their own.
 */
export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { queues, api, workers }: AlarmsProps) {
    super(scope, id);
    this.topic = new Topic(this, 'topic', { enforceSSL: true });
    for (const name of queueNames) {
      const dead = deadLettersOf(queues[name]);
      this.raise(`${name}Dead`, dead.metricApproximateNumberOfMessagesVisible({ period }), 0);
      const age = queues[name].metricApproximateAgeOfOldestMessage({ period });
      this.raise(`${name}Late`, age, QUEUES[name].lateAfterSeconds);
    }
    for (const worker of workers.functions) {
      this.raise(`${worker.node.id}Errors`, worker.metricErrors({ period }), 0);
      this.raise(`${worker.node.id}Throttles`, worker.metricThrottles({ period }), 0);
    }
    const serverErrors = new MathExpression({
      expression: '100 * errors / MAX([calls, 1])',
      usingMetrics: {
        errors: api.rest.metricServerError({ period, statistic: 'Sum' }),
        calls: api.rest.metricCount({ period, statistic: 'Sum' }),
      },
      period,
    });
    this.raise('apiErrorPercent', serverErrors, 1);
  }

  private raise(id: string, metric: IMetric, threshold: number): void {
    new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(this.topic));
  }
}
