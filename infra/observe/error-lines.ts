import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { ServiceFunction } from '../constructs/service-function.ts';

/** How many lines at level `error` these functions wrote in five minutes, as one metric. */
export function errorLines(
  scope: Construct,
  name: string,
  functions: readonly ServiceFunction[],
): Metric {
  const metricNamespace = Stack.of(scope).stackName;
  const metricName = `${name}ErrorLines`;
  for (const { logGroup, node } of functions)
    new MetricFilter(scope, `${node.id}ErrorFilter`, {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.level', '=', 'error'),
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
