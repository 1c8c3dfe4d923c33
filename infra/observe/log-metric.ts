import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export const createFieldPattern = (field: string, value: string): IFilterPattern =>
  FilterPattern.stringValue(`$.${field}`, '=', value);

/** Creates a metric that counts matching lines of a log group in five-minute periods. */
export function createLineCountMetric(
  scope: Construct,
  metricName: string,
  log: string,
  filterPattern: IFilterPattern,
): Metric {
  const metricNamespace = Stack.of(scope).stackName;
  new MetricFilter(scope, `${metricName}Filter`, {
    logGroup: LogGroup.fromLogGroupName(scope, `${metricName}Log`, log),
    filterPattern,
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
