import { Duration } from 'aws-cdk-lib';
import { GraphWidget, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { PRODUCT_NAME } from '../../shared/model/product.ts';

const period = Duration.minutes(5);

/** A graph of half the width of a dashboard. */
export const graph = (title: string, left: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, width: 12, height: 6 });

/** Graphs of the runs of workers: functions/platform/metrics.ts makes the metrics. */
export function customerWork(stage: string): GraphWidget[][] {
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
  /** What the engine counts, of whichever providers or egress addresses there are. */
  const answersBy = (dimension: 'provider' | 'egress', metricName: string): MathExpression =>
    new MathExpression({
      expression: `SEARCH('{${PRODUCT_NAME},stage,${dimension}} stage="${stage}" MetricName="${metricName}"', 'Sum')`,
      label: `\${PROP('Dim.${dimension}')} ${metricName}`,
      period,
    });
  return [
    [
      graph('Addresses that stay unknown, by provider', [answersBy('provider', 'unknown')]),
      graph('Refusals of our addresses', [
        answersBy('provider', 'blocked'),
        answersBy('egress', 'blocked'),
      ]),
    ],
    [
      graph('Addresses answered', all('verify', 'valid', 'invalid', 'risky', 'unknown')),
      graph('Addresses asked again, later, or given up', [
        ...all('verify', 'retry', 'deferred'),
        metric('abandon', 'abandoned'),
      ]),
    ],
    [
      graph('SMTP connections', all('verify', 'connections')),
      graph('Credits charged for lists', all('finalize', 'charged')),
    ],
    [
      graph('From upload to result, ms', [
        metric('finalize', 'ageMs', 'p50'),
        metric('finalize', 'ageMs', 'Maximum'),
      ]),
      graph('Lists and checks that were due for the reconciler', [
        metric('reconcile', 'pending', 'Maximum'),
        metric('reconcile', 'failed'),
        metric('reconcile', 'unfinished'),
      ]),
    ],
    [
      graph('Mails', all('mail', 'sent', 'rejected', 'unsure', 'postponed')),
      graph('Events of Stripe', [metric('billing', 'ms', 'SampleCount')]),
    ],
  ];
}
