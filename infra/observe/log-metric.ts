import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/**
 * How many lines of these logs have a field with this text, in five minutes, as one metric.
 * @param logs by the first part of the names of their filters
 */
export function linesWith(
  scope: Construct,
  metricName: string,
  logs: Readonly<Record<string, ILogGroup>>,
  [field, value]: readonly [field: string, value: string],
): Metric {
  const metricNamespace = Stack.of(scope).stackName;
  for (const [name, logGroup] of Object.entries(logs))
    new MetricFilter(scope, `${name}Filter`, {
      logGroup,
      filterPattern: FilterPattern.stringValue(`$.${field}`, '=', value),
      metricNamespace,
      metricName,
    });
  return new Metric({
    namespace: metricNamespace,
    metricName,
    statistic: 'Sum',
    period: Duration.minutes(5),
  });
}
