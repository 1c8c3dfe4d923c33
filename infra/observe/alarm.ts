import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { topicFor } from '../constructs/topic-for.ts';

/** Where alarms stand, and who is told of them. */
export interface AlarmPlace {
  readonly scope: Construct;
  readonly topic: ITopic;
}

interface AlarmProps {
  /** One time series; its period is one evaluation. */
  readonly metric: Metric | MathExpression;
  /** The last value that is well. */
  readonly above?: number;
  /** The same, where less is worse; then no value at all is bad as well. */
  readonly below?: number;
  /** What no value means, where it is not as `above` and `below` say. */
  readonly missing?: TreatMissingData;
  /** Periods that have to be bad; 1 if absent. */
  readonly periods?: number;
  /** The last periods that these are among; without it as many, or a day for the daily mail. */
  readonly among?: number;
  /** What is broken, and for whom. */
  readonly says: string;
  /** Heading of its page in docs/runbooks: somebody is told at once. Without it, by the daily mail. */
  readonly page?: string;
}

const DAY_SECONDS = 24 * 3600;
/** The page of those that are told once a day. */
const DAILY = 'The daily mail';

/** The page of a heading: its words in lower case, joined by hyphens. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

/**
 * An alarm under a name that mails can be read by. One with a page is told when it begins and when it
 * ends; one without stays on for a day, so that the daily mail has it whenever it was.
 */
export function createAlarm({ scope, topic }: AlarmPlace, id: string, props: AlarmProps): void {
  const { metric, above, below, missing, periods = 1, says, page } = props;
  const { among = page ? periods : Math.max(periods, DAY_SECONDS / metric.period.toSeconds()) } =
    props;
  const threshold = above ?? below;
  if (threshold === undefined) throw new TypeError(`The alarm ${id} has no threshold`);
  const alarm = new Alarm(scope, id, {
    alarmName: `${Stack.of(scope).stackName}-${id}`,
    alarmDescription: `${says} What to do: docs/runbooks/${slugOf(page ?? DAILY)}.md`,
    metric,
    threshold,
    evaluationPeriods: among,
    datapointsToAlarm: periods,
    comparisonOperator:
      above === undefined
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData:
      missing ??
      (above === undefined ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING),
  });
  if (page === undefined) return;
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
}

/** Who is told of alarms of one region: an action reaches topics of its own region alone. */
export function createAlarmTopic(scope: Construct, id: string, { account }: StageConfig): Topic {
  const topic = topicFor(scope, id, 'cloudwatch');
  if (account?.alarmEmail !== undefined)
    topic.addSubscription(new EmailSubscription(account.alarmEmail));
  return topic;
}
