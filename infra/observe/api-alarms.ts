import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import { contract } from '../../shared/contract/index.ts';
import type { CoreResources } from '../constructs/core.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';
import { createLineCountMetric, createFieldPattern } from './log-metric.ts';

const period = Duration.minutes(5);

/** With fewer requests in a period, one client could cause a large percentage of them. */
const MIN_REQUESTS = 100;

/**
 * Matches durations of three seconds or more with a regular expression, because numbers in the
 * access log are strings. Excludes single checks, which wait for mail servers.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
const SLOW_CALL = FilterPattern.literal(
  `{ ($.route != "${contract.checkEmail.path}") && ($.ms = %^[3-9][0-9]{3}$|^[0-9]{5}$%) }`,
);

/**
 * Alarms on lines of the access log: the maximum acceptable percentage of lines that match the
 * pattern, and what a higher percentage means.
 */
const LINE_ALARMS = {
  api401Percent: refusalAlarm(401, 60, 'sessions or API keys are not recognized any more'),
  api403Percent: refusalAlarm(
    403,
    10,
    'the API rejects CloudFront, or browsers send no CSRF token',
  ),
  api404Percent: refusalAlarm(404, 30, 'a client requests routes or lists that do not exist'),
  api422Percent: refusalAlarm(422, 30, 'valid input is rejected, or someone is guessing passwords'),
  api429Percent: refusalAlarm(429, 10, 'customers reach a rate limit'),
  apiSlow: { pattern: SLOW_CALL, above: 5, what: 'take three seconds or more: customers wait' },
};

function refusalAlarm(status: number, above: number, why: string) {
  const what = `are rejected with ${status}: ${why}`;
  return { pattern: createFieldPattern('status', String(status)), above, what };
}

/** Creates alarms on failed, rejected and slow calls, and on throttling of the table. */
export function addApiAlarms(
  on: AlarmContext,
  { api: { accessLog, rest }, table }: Pick<CoreResources, 'api' | 'table'>,
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
  for (const [name, { pattern, above, what }] of Object.entries(LINE_ALARMS))
    if (accessLog)
      createAlarm(on, name, {
        metric: percent(createLineCountMetric(on.scope, name, accessLog, pattern)),
        above,
        description: `More than ${above}% of calls ${what}.`,
      });
  // CloudWatch always ignores missing data of alarms on DynamoDB's own metrics. Without FILL, these
  // alarms would therefore never recover:
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  for (const metricName of ['ReadThrottleEvents', 'WriteThrottleEvents'])
    createAlarm(on, `table${metricName}`, {
      metric: new MathExpression({
        expression: 'FILL(throttled, 0)',
        usingMetrics: { throttled: table.metric(metricName, { period, statistic: 'Sum' }) },
        period,
      }),
      above: 0,
      description: 'DynamoDB throttles requests to the table: calls and workers wait.',
    });
}
