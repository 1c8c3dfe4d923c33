import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import {
  EmailSubscription,
  SmsSubscription,
  UrlSubscription,
} from 'aws-cdk-lib/aws-sns-subscriptions';
import { FilterOrPolicy, type ITopic, SubscriptionFilter, type Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { createServiceTopic } from '../constructs/service-topic.ts';

export interface AlarmContext {
  readonly scope: Construct;
  readonly topic: ITopic;
}

interface AlarmProps {
  /** A time series whose period is also the evaluation period. */
  readonly metric: Metric | MathExpression;
  readonly above?: number;
  /** Minimum acceptable value. Missing data is a breach. */
  readonly below?: number;
  readonly missingData?: TreatMissingData;
  /** Number of breaching periods that trigger the alarm. The default is 1. */
  readonly periods?: number;
  /**
   * Number of recent periods, of which `periods` must breach. The default is `periods` for an alarm
   * with a runbook, and the number of periods in a day for others.
   */
  readonly evaluationPeriods?: number;
  /** The fault, and whom it affects. */
  readonly description: string;
  /** Heading of the runbook. Alarms with one notify immediately; others are in the daily mail. */
  readonly runbook?: string;
}

const DAY_SECONDS = 24 * 3600;
/** Runbook of all alarms that only the daily mail lists. */
const DAILY_MAIL = 'The daily mail';

/** Returns the file name of a runbook: the heading in lowercase words, joined by hyphens. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

/**
 * Creates an alarm with a name by which emails can be filtered. With a runbook, it sends a
 * notification when it fires and when it recovers; without one, it keeps firing for a day, so that
 * the daily mail always includes it.
 */
export function createAlarm({ scope, topic }: AlarmContext, id: string, props: AlarmProps): void {
  const { metric, above, below, missingData, periods = 1, description, runbook } = props;
  const {
    evaluationPeriods = runbook
      ? periods
      : Math.max(periods, DAY_SECONDS / metric.period.toSeconds()),
  } = props;
  const threshold = above ?? below;
  if (threshold === undefined) throw new TypeError(`The alarm ${id} has no threshold`);
  const alarm = new Alarm(scope, id, {
    alarmName: `${Stack.of(scope).stackName}-${id}`,
    alarmDescription: `${description} What to do: docs/operators/runbooks/${slugOf(runbook ?? DAILY_MAIL)}.md`,
    metric,
    threshold,
    evaluationPeriods,
    datapointsToAlarm: periods,
    comparisonOperator:
      above === undefined
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData:
      missingData ??
      (above === undefined ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING),
  });
  if (runbook === undefined) return;
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
}

/**
 * Matches an alarm that fires or recovers, but not the daily mail, which is not JSON:
 * https://docs.aws.amazon.com/sns/latest/dg/message-filtering.html
 */
const ALARM_STATES = {
  NewStateValue: FilterOrPolicy.filter(
    SubscriptionFilter.stringFilter({ allowlist: ['ALARM', 'OK'] }),
  ),
};

/** Each region needs its own topic, because an alarm can only notify topics in its region. */
export function createAlarmTopic(scope: Construct, id: string, { account }: StageConfig): Topic {
  const topic = createServiceTopic(scope, id, 'cloudwatch');
  if (account?.alarmEmail !== undefined)
    topic.addSubscription(new EmailSubscription(account.alarmEmail));
  const endpoint = account?.alarmEndpoint;
  if (endpoint !== undefined) {
    const options = { filterPolicyWithMessageBody: ALARM_STATES };
    topic.addSubscription(
      endpoint.startsWith('+')
        ? new SmsSubscription(endpoint, options)
        : new UrlSubscription(endpoint, options),
    );
  }
  return topic;
}
