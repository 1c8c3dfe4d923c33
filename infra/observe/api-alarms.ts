import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Core } from '../constructs/core.ts';
import { type AlarmPlace, createAlarm } from './alarm.ts';
import { linesWith } from './log-metric.ts';

const period = Duration.minutes(5);

/** With fewer calls in a period than these, a few of one person are a large share. */
const ENOUGH = 100;

/** The largest share of calls that is well, in percent, and what it may mean when there are more. */
const REFUSED = {
  401: [60, 'sessions or API keys are not recognized any more'],
  403: [10, 'CloudFront is not let in, or browsers send no CSRF header'],
  404: [30, 'a client asks for routes or lists that are gone'],
  422: [30, 'input that was taken before is refused, or somebody guesses passwords'],
  429: [10, 'customers meet a limit, or the throttle of the stage'],
} as const;

/** Calls that fail or take long, and the table that they stand on. */
export function addApiAlarms(
  on: AlarmPlace,
  { api: { accessLog, rest }, table }: Pick<Core, 'api' | 'table'>,
): void {
  const calls = rest.metricCount({ period, statistic: 'Sum' });
  const percent = (part: IMetric, enough: number): MathExpression =>
    new MathExpression({
      expression: `IF(calls >= ${enough}, 100 * part / calls, 0)`,
      usingMetrics: { part, calls },
      period,
    });
  createAlarm(on, 'apiErrorPercent', {
    metric: percent(rest.metricServerError({ period, statistic: 'Sum' }), 1),
    above: 1,
    says: 'More than 1% of calls fail with 5xx: customers see errors.',
    runbook: 'A function fails',
  });
  for (const [status, [above, why]] of Object.entries(REFUSED)) {
    if (!accessLog) break;
    const name = `api${status}`;
    createAlarm(on, `${name}Percent`, {
      metric: percent(linesWith(on.scope, name, { [name]: accessLog }, ['status', status]), ENOUGH),
      above,
      says: `More than ${above}% of calls are refused with ${status}: ${why}.`,
      runbook: 'Calls are refused',
    });
  }
  createAlarm(on, 'apiSlow', {
    metric: rest.metricLatency({ period, statistic: 'p95' }),
    above: 3000,
    says: 'One of twenty calls takes more than three seconds: customers wait.',
    runbook: 'Calls are slow',
  });
  for (const metricName of ['ReadThrottleEvents', 'WriteThrottleEvents'])
    createAlarm(on, `table${metricName}`, {
      metric: table.metric(metricName, { period, statistic: 'Sum' }),
      above: 0,
      says: 'A partition of the table is asked for more than it gives: calls and workers wait.',
      runbook: 'Calls are slow',
    });
}
