import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Workers } from '../constructs/workers.ts';
import { scheduleNeeds } from '../features/index.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';

const HOUR_MINUTES = 60;
const WEEK_HOURS = 7 * 24;

/**
 * How long a schedule may be silent, in consecutive periods, so that a merely late run raises no
 * alarm: three runs if the interval is short, otherwise two and an hour, because a deployment
 * restarts the interval of a rule. An alarm looks back for a week at most, and for a day if its
 * period is shorter than an hour:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
 */
export function silenceWindow(everyMinutes: number): {
  readonly minutes: number;
  readonly periods: number;
} {
  if (everyMinutes < HOUR_MINUTES)
    return { minutes: 5, periods: Math.ceil((3 * everyMinutes) / 5) };
  const periods = Math.ceil((2 * everyMinutes) / HOUR_MINUTES) + 1;
  if (periods > WEEK_HOURS)
    throw new RangeError(`No alarm can watch what runs every ${everyMinutes} minutes`);
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
      description: 'A run of a schedule failed: what it repairs or checks waits for the next one.',
    });
  for (const [name, { everyMinutes }] of scheduleNeeds) {
    const { minutes, periods } = silenceWindow(everyMinutes);
    const target = scheduled.get(name);
    if (!target) throw new TypeError(`No function runs on the schedule ${name}`);
    createAlarm(on, `${name}Missed`, {
      metric: completedRuns(target, Duration.minutes(minutes)),
      below: 1,
      periods,
      description: `No run of ${name} has ended well for a while: nobody repairs or checks what it looks after.`,
      runbook: 'A schedule did not run',
    });
  }
}

/**
 * Runs that did not throw, time out or run out of memory. Lambda counts an error at the time of its
 * invocation: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
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
