import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
  PeriodOverride,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import { queueNames } from '../features/queues.ts';
import type { CoreResources } from '../constructs/core.ts';

const period = Duration.minutes(5);
/**
 * Maximum alarms per widget:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html
 */
const ALARMS_PER_WIDGET = 100;
const sum = { period, statistic: 'Sum' } as const;

/** Shows what affects customers: calls, queues, workers, the table, and list verification. */
export function createDashboard(
  scope: Construct,
  id: string,
  { core, stage }: { readonly core: CoreResources; readonly stage: string },
): Dashboard {
  const { rest } = core.api;
  const queues = queueNames.map((name) => [name, core.queues[name]] as const);
  const alarms = Stack.of(scope)
    .node.findAll()
    .filter((each) => each instanceof Alarm);
  const groups = Map.groupBy(alarms.entries(), ([at]) => Math.floor(at / ALARMS_PER_WIDGET));
  const workers = [...core.workers.readers, ...core.workers.scheduled];
  return new Dashboard(scope, id, {
    defaultInterval: Duration.hours(12),
    periodOverride: PeriodOverride.AUTO,
    // All widgets are in one row, which wraps when it is full.
    widgets: [
      [
        ...[...groups.values()].map((group) => {
          const groupAlarms = group.map(([, alarm]) => alarm);
          return new AlarmStatusWidget({
            title: 'Alarms',
            width: 12,
            height: 8,
            alarms: groupAlarms,
          });
        }),
        graph('Calls and failures', [
          rest.metricCount(sum),
          rest.metricClientError(sum),
          rest.metricServerError(sum),
        ]),
        graph('Call latency, ms', [
          rest.metricLatency({ period, statistic: 'p50' }),
          rest.metricLatency({ period, statistic: 'p95' }),
        ]),
        graph(
          'Messages waiting',
          queues.map(([label, queue]) =>
            queue.metricApproximateNumberOfMessagesVisible({ period, label }),
          ),
        ),
        graph(
          'Age of the oldest message, s',
          queues.map(([label, queue]) =>
            queue.metricApproximateAgeOfOldestMessage({ period, label }),
          ),
        ),
        ...customerWork(stage),
        graph(
          'Workers: longest run, ms',
          workers.map(([label, worker]) =>
            worker.metricDuration({ period, label, statistic: 'Maximum' }),
          ),
        ),
        graph('Table: capacity consumed', [
          core.table.metricConsumedReadCapacityUnits(sum),
          core.table.metricConsumedWriteCapacityUnits(sum),
        ]),
      ],
    ],
  });
}

const graph = (title: string, left: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, width: 12, height: 6 });

/** Graphs of the metrics that functions/platform/metrics.ts emits. */
function customerWork(stage: string): GraphWidget[] {
  const metric = (worker: string, metricName: string, statistic = 'Sum'): Metric =>
    new Metric({
      namespace: PRODUCT_NAME,
      metricName,
      dimensionsMap: { stage, worker },
      statistic,
      period,
      label: metricName,
    });
  const all = (worker: string, ...names: string[]): Metric[] =>
    names.map((name) => metric(worker, name));
  /** Search expression for an engine metric, with one line per provider or egress address. */
  const answersBy = (dimension: 'provider' | 'egress', metricName: string): MathExpression =>
    new MathExpression({
      expression: `SEARCH('{${PRODUCT_NAME},stage,${dimension}} stage="${stage}" MetricName="${metricName}"', 'Sum')`,
      label: `\${PROP('Dim.${dimension}')} ${metricName}`,
      period,
    });
  return [
    graph('Unknown verdicts, by provider', [answersBy('provider', 'unknown')]),
    graph('Blocks of our egress addresses', [
      answersBy('provider', 'blocked'),
      answersBy('egress', 'blocked'),
    ]),
    graph('Verdicts', all('verify', 'valid', 'invalid', 'risky', 'unknown')),
    graph('Addresses retried, deferred, or abandoned', [
      ...all('verify', 'retry', 'deferred'),
      metric('abandon', 'abandoned'),
    ]),
    graph('SMTP connections', all('verify', 'connections')),
    graph('Credits charged for lists', all('finalize', 'charged')),
    graph('From upload to result, ms', [
      metric('finalize', 'ageMs', 'p50'),
      metric('finalize', 'ageMs', 'Maximum'),
    ]),
    graph('Lists and checks due for the reconciler', [
      metric('reconcile', 'pending', 'Maximum'),
      metric('reconcile', 'failed'),
      metric('reconcile', 'deferredItems'),
    ]),
    graph('Emails', all('mail', 'sent', 'rejected', 'deliveryUnknown', 'postponed')),
    graph('Stripe events', [metric('billing', 'ms', 'SampleCount')]),
  ];
}
