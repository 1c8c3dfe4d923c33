import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Workers } from '../constructs/workers.ts';
import { scheduleNeeds } from '../features/index.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';

const HOUR_MINUTES = 60;
const WEEK_HOURS = 7 * 24;

/**
 * Returns how long a scheduled function may go without a successful run before the alarm fires:
 * three intervals if they are shorter than an hour, otherwise two intervals plus an hour, because a
 * deployment restarts the interval of a rule. A run that is only late raises no alarm. An alarm
 * looks back a week at most, or a day if its period is shorter than an hour:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
 */
export function getMissedRunWindow(everyMinutes: number): {
  readonly minutes: number;
  readonly periods: number;
} {
  if (everyMinutes < HOUR_MINUTES)
    return { minutes: 5, periods: Math.ceil((3 * everyMinutes) / 5) };
  const periods = Math.ceil((2 * everyMinutes) / HOUR_MINUTES) + 1;
  if (periods > WEEK_HOURS)
    throw new RangeError(`No alarm can monitor a schedule of ${everyMinutes} minutes`);
  return { minutes: HOUR_MINUTES, periods };
}

export function addScheduleAlarms(on: AlarmContext, { failedRuns, scheduled }: Workers): void {
  if (failedRuns)
    createAlarm(on, 'schedulesDead', {
      metric: failedRuns.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(5),
        statistic: 'Maximum',
      }),
      above: 0,
      description: 'A scheduled run failed: its repairs or checks wait for the next run.',
    });
  for (const [name, { everyMinutes }] of scheduleNeeds) {
    const { minutes, periods } = getMissedRunWindow(everyMinutes);
    const target = scheduled.get(name);
    if (!target) throw new TypeError(`There is no scheduled function ${name}`);
    createAlarm(on, `${name}Missed`, {
      metric: completedRuns(target, Duration.minutes(minutes)),
      below: 1,
      periods,
      description: `No run of ${name} has succeeded for a while: its repairs or checks are not being made.`,
      runbook: 'A schedule did not run',
    });
  }
}

/**
 * Counts runs that did not throw, time out or run out of memory. Lambda counts an error at the time
 * of the invocation: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
 */
const completedRuns = (target: IFunction, period: Duration): MathExpression =>
  new MathExpression({
    expression: 'runs - failures',
    usingMetrics: {
      runs: target.metricInvocations({ period, statistic: 'Sum' }),
      failures: target.metricErrors({ period, statistic: 'Sum' }),
    },
    period,
  });
