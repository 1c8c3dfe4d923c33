import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { CoreStack } from '../stacks/core-stack.ts';
import { createAlarm } from './alarm.ts';

const period = Duration.minutes(5);

/** Calls that fail or take long, and the table that they stand on. */
export function addApiAlarms(
  scope: Construct,
  topic: ITopic,
  { api: { rest }, table }: Pick<CoreStack, 'api' | 'table'>,
): void {
  const calls = rest.metricCount({ period, statistic: 'Sum' });
  const percent = (part: IMetric): MathExpression =>
    new MathExpression({
      expression: 'IF(calls > 0, 100 * part / calls, 0)',
      usingMetrics: { part, calls },
      period,
    });
  createAlarm(scope, 'apiErrorPercent', {
    topic,
    metric: percent(rest.metricServerError({ period, statistic: 'Sum' })),
    above: 1,
    says: 'More than 1% of calls fail with 5xx: customers see errors.',
    runbook: 'A function fails',
  });
  createAlarm(scope, 'apiSlow', {
    topic,
    metric: rest.metricLatency({ period, statistic: 'p95' }),
    above: 3000,
    says: 'One of twenty calls takes more than three seconds: customers wait.',
    runbook: 'Calls are slow',
  });
  for (const metricName of ['ReadThrottleEvents', 'WriteThrottleEvents'])
    createAlarm(scope, `table${metricName}`, {
      topic,
      metric: table.metric(metricName, { period, statistic: 'Sum' }),
      above: 0,
      says: 'A partition of the table is asked for more than it gives: calls and workers wait.',
      runbook: 'Calls are slow',
    });
}
