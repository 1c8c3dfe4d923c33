import { Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export const createFieldPattern = (field: string, value: string): IFilterPattern =>
  FilterPattern.stringValue(`$.${field}`, '=', value);

/**
 * Creates one metric that counts matching lines of several logs in five-minute periods.
 * @param logs log group names, keyed by the prefix of the metric filter's id
 */
export function createLineCountMetric(
  scope: Construct,
  metricName: string,
  logs: Readonly<Record<string, string>>,
  filterPattern: IFilterPattern,
): Metric {
  const metricNamespace = Stack.of(scope).stackName;
  for (const [name, log] of Object.entries(logs))
    new MetricFilter(scope, `${name}Filter`, {
      logGroup: LogGroup.fromLogGroupName(scope, `${name}Log`, log),
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
