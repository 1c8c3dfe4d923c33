import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { topicFor } from '../constructs/topic-for.ts';

export interface AlarmContext {
  readonly scope: Construct;
  readonly topic: ITopic;
}

interface AlarmProps {
  /** A time series; its period is the evaluation period. */
  readonly metric: Metric | MathExpression;
  /** Highest value that is fine. */
  readonly above?: number;
  /** Lowest value that is fine; missing data counts as bad. */
  readonly below?: number;
  /** Overrides how missing data counts with `above` or `below`. */
  readonly missingData?: TreatMissingData;
  /** Number of bad periods that trigger the alarm; 1 if absent. */
  readonly periods?: number;
  /** Window of these periods: by default equally many, or a day for the daily mail. */
  readonly evaluationPeriods?: number;
  /** Description: what is broken, and for whom. */
  readonly description: string;
  /** Heading of its runbook, which notifies somebody at once; otherwise the daily mail lists it. */
  readonly runbook?: string;
}

const DAY_SECONDS = 24 * 3600;
/** Runbook of the alarms in the daily mail. */
const DAILY_MAIL = 'The daily mail';

/** The link to a heading: lowercase words joined by hyphens. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

/**
 * Creates an alarm with a name that can be filtered in mails. With a page, it notifies at the start
 * and at the end; without one, it stays on for a day, so that the daily mail always includes it.
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
    alarmDescription: `${description} What to do: docs/runbooks/${slugOf(runbook ?? DAILY_MAIL)}.md`,
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

/** Notification topic of a region: alarms can only notify topics in their own region. */
export function createAlarmTopic(scope: Construct, id: string, { account }: StageConfig): Topic {
  const topic = topicFor(scope, id, 'cloudwatch');
  if (account?.alarmEmail !== undefined)
    topic.addSubscription(new EmailSubscription(account.alarmEmail));
  return topic;
}
