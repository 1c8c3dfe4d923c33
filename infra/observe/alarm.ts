import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
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
  readonly metric: IMetric;
  /** The last value that is well. */
  readonly above?: number;
  /** The same, where less is worse; then no value at all is bad as well. */
  readonly below?: number;
  /** What no value means, where it is not as `above` and `below` say. */
  readonly missing?: TreatMissingData;
  /** Periods that have to be bad one after the other; 1 if absent. */
  readonly periods?: number;
  /** What is broken, and for whom. */
  readonly says: string;
  /** The heading of the page in docs/runbooks that says what to do. */
  readonly runbook: string;
}

/** The page of a heading: its words in lower case, joined by hyphens. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

/** An alarm under a name that mails can be read by; the topic is told when it ends, too. */
export function createAlarm({ scope, topic }: AlarmPlace, id: string, props: AlarmProps): Alarm {
  const { metric, above, below, missing, periods = 1, says, runbook } = props;
  const threshold = above ?? below;
  if (threshold === undefined) throw new TypeError(`The alarm ${id} has no threshold`);
  const alarm = new Alarm(scope, id, {
    alarmName: `${Stack.of(scope).stackName}-${id}`,
    alarmDescription: `${says} What to do: docs/runbooks/${slugOf(runbook)}.md`,
    metric,
    threshold,
    evaluationPeriods: periods,
    comparisonOperator:
      above === undefined
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData:
      missing ??
      (above === undefined ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING),
  });
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
  return alarm;
}

/** Who is told of alarms of one region: an action reaches topics of its own region alone. */
export function createAlarmTopic(scope: Construct, id: string, { account }: StageConfig): Topic {
  const topic = topicFor(scope, id, 'cloudwatch');
  if (account?.alarmEmail !== undefined)
    topic.addSubscription(new EmailSubscription(account.alarmEmail));
  return topic;
}
