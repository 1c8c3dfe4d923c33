import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import { contract } from '../../shared/contract/index.ts';
import type { Core } from '../constructs/core.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';
import { linesWith, withField } from './log-metric.ts';

const period = Duration.minutes(5);

/** Minimum number of calls in a period: below it, a few calls of one person are a large share. */
const MIN_REQUESTS = 100;

/**
 * Matches durations of three seconds or more by a regular expression, because numbers are strings
 * in the access log. Excludes single checks, which wait for mail servers.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
const SLOW = FilterPattern.literal(
  `{ ($.route != "${contract.checkEmail.path}") && ($.ms = %^[3-9][0-9]{3}$|^[0-9]{5}$%) }`,
);

/** Access log metrics: the largest acceptable share in percent, and what a larger one means. */
const LINES = {
  api401Percent: refusalAlarm(401, 60, 'sessions or API keys are not recognized any more'),
  api403Percent: refusalAlarm(403, 10, 'CloudFront is not let in, or browsers send no CSRF header'),
  api404Percent: refusalAlarm(404, 30, 'a client asks for routes or lists that are gone'),
  api422Percent: refusalAlarm(422, 30, 'input that was taken is refused, or passwords are guessed'),
  api429Percent: refusalAlarm(429, 10, 'customers meet a limit'),
  apiSlow: { pattern: SLOW, above: 5, what: 'take more than three seconds: customers wait' },
};

function refusalAlarm(status: number, above: number, why: string) {
  const what = `are refused with ${status}: ${why}`;
  return { pattern: withField('status', String(status)), above, what };
}

/** Alarms for failed, rejected and slow calls, and for the table behind them. */
export function addApiAlarms(
  on: AlarmContext,
  { api: { accessLog, rest }, table }: Pick<Core, 'api' | 'table'>,
): void {
  const calls = rest.metricCount({ period, statistic: 'Sum' });
  const percent = (part: IMetric): MathExpression =>
    new MathExpression({
      expression: `IF(calls >= ${MIN_REQUESTS}, 100 * part / calls, 0)`,
      usingMetrics: { part, calls },
      period,
    });
  createAlarm(on, 'apiErrorPercent', {
    metric: percent(rest.metricServerError({ period, statistic: 'Sum' })),
    above: 1,
    description: 'More than 1% of calls fail with 5xx: customers see errors.',
    runbook: 'Calls fail',
  });
  const sparse = { period: Duration.minutes(15), statistic: 'Sum' };
  createAlarm(on, 'apiErrors', {
    metric: new MathExpression({
      expression: `IF(calls >= ${3 * MIN_REQUESTS}, 0, failures)`,
      usingMetrics: { failures: rest.metricServerError(sparse), calls: rest.metricCount(sparse) },
      period: sparse.period,
    }),
    above: 4,
    description:
      'Five calls fail with 5xx while there are too few for a share: customers see errors.',
    runbook: 'Calls fail',
  });
  for (const [name, { pattern, above, what }] of Object.entries(LINES))
    if (accessLog)
      createAlarm(on, name, {
        metric: percent(linesWith(on.scope, name, { [name]: accessLog }, pattern)),
        above,
        description: `More than ${above}% of calls ${what}.`,
      });
  // Alarms on DynamoDB's own metrics always ignore missing data, so they would never end:
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  for (const metricName of ['ReadThrottleEvents', 'WriteThrottleEvents'])
    createAlarm(on, `table${metricName}`, {
      metric: new MathExpression({
        expression: 'FILL(throttled, 0)',
        usingMetrics: { throttled: table.metric(metricName, { period, statistic: 'Sum' }) },
        period,
      }),
      above: 0,
      description:
        'A partition of the table is asked for more than it gives: calls and workers wait.',
    });
}
