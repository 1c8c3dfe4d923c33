import { Duration } from 'aws-cdk-lib';
import { Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IBackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { PRODUCT_NAME } from '../../shared/model/product.ts';
import type { StageConfig } from '../stage/config.ts';
import type { CoreResources } from '../constructs/core.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';
import { addVerdictAlarms } from './verdict-alarms.ts';
import { addApiAlarms } from './api-alarms.ts';
import { addFunctionAlarms } from './function-alarms.ts';
import { addScheduleAlarms } from './schedule-alarms.ts';
import { deadLetterQueueOf, type Queues } from '../constructs/queues.ts';
import { workerNeeds } from '../features/index.ts';
import { queueNames, type QueueConfig, QUEUES } from '../features/queues.ts';
import { HOST_METRICS_NAMESPACE, hostGroupName } from '../stage/host-specs.ts';

/**
 * Creates alarms on the metrics that each host reports every five minutes, and on the free metrics
 * of EC2. A host's Auto Scaling group keeps its name when the machine is replaced:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html
 */
function addHostAlarms(on: AlarmContext, { account, stage }: StageConfig): void {
  for (const [index, { name }] of (account?.hosts ?? []).entries()) {
    const [host = ''] = name.split('.');
    const metric = (namespace: string, metricName: string, minutes: number): Metric =>
      new Metric({
        namespace,
        metricName,
        dimensionsMap: { AutoScalingGroupName: hostGroupName(stage, index) },
        statistic: 'Maximum',
        period: Duration.minutes(minutes),
      });
    createAlarm(on, `${host}Disk`, {
      metric: metric(HOST_METRICS_NAMESPACE, 'diskPercent', 5),
      above: 80,
      missingData: TreatMissingData.BREACHING,
      periods: 4,
      description: `The egress host ${name} has reported nothing for 20 minutes, or its disk is full: all lists have fewer sessions.`,
    });
    createAlarm(on, `${host}Ports`, {
      metric: metric(HOST_METRICS_NAMESPACE, 'portsPercent', 5),
      above: 50,
      periods: 3,
      description: `The egress host ${name} uses more than half of its ports: it may soon be unable to open sessions.`,
    });
    createAlarm(on, `${host}Cpu`, {
      metric: metric('AWS/EC2', 'CPUSurplusCreditsCharged', 30),
      above: 0,
      description: `The egress host ${name} uses more CPU than its price includes: it costs more.`,
    });
  }
}

/**
 * Creates alarms for days without a backup of the table, or without a copy of it elsewhere. They
 * also fire if no job starts, because missing data is a breach. Copy jobs are counted under the name
 * of the vault that receives the copies:
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/cloudwatch.html
 * @param copyVaultArn the vault of the stage's file
 */
function addBackupAlarms(on: AlarmContext, vault: IBackupVault, copyVaultArn: string): void {
  const copyVaultName = copyVaultArn.slice(copyVaultArn.lastIndexOf(':') + 1);
  for (const [id, metricName, vaultName, what] of [
    ['tableBackupMissing', 'NumberOfBackupJobsCompleted', vault.backupVaultName, 'backed up'],
    [
      'tableCopyMissing',
      'NumberOfCopyJobsCompleted',
      copyVaultName,
      'copied to the other region and account',
    ],
  ] as const)
    createAlarm(on, id, {
      metric: new Metric({
        namespace: 'AWS/Backup',
        metricName,
        dimensionsMap: { BackupVaultName: vaultName },
        statistic: 'Sum',
        period: Duration.days(1),
      }),
      below: 1,
      periods: 2,
      evaluationPeriods: 3,
      description: `The table was not ${what} on two of three days: if the region is lost, customers lose days of data.`,
    });
}

const period = Duration.minutes(5);

/** Queues whose dead letters a worker reads, so they never accumulate. */
const drainedQueues = new Set<string>(
  [...workerNeeds.values()].flatMap(({ deadLetters, reads }) => (deadLetters ? reads : [])),
);

/**
 * Creates alarms on dead letters and on messages that wait too long. The age of a message includes
 * its delay, so a delayed message is already that old when a reader first receives it; CloudWatch
 * no longer counts a message that was received three times:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
 */
function addQueueAlarms(on: AlarmContext, queues: Queues): void {
  for (const name of queueNames) {
    const {
      lateAfterSeconds,
      delaySeconds = 0,
      deadLettersTo,
      provides,
    }: QueueConfig = QUEUES[name];
    const dead = deadLetterQueueOf(queues[name]);
    if (deadLettersTo === undefined)
      createAlarm(on, `${name}Dead`, {
        metric: drainedQueues.has(name)
          ? dead.metricNumberOfMessagesReceived({ period, statistic: 'Sum' })
          : dead.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
        above: 0,
        description: `A message of the queue ${name} failed repeatedly and became a dead letter: a customer lacks ${provides}.`,
        runbook: 'A dead-letter queue holds messages',
      });
    createAlarm(on, `${name}Late`, {
      metric: queues[name].metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
      above: lateAfterSeconds + delaySeconds,
      description: `The queue ${name} is late: customers wait for ${provides}.`,
      runbook: 'A queue is late',
    });
  }
}

/**
 * Creates all alarms except the edge stack's. docs/operators/runbooks explains how to respond to
 * them.
 */
export function addAlarms(
  scope: Construct,
  id: string,
  { config, core, topic }: { config: StageConfig; core: CoreResources; topic: ITopic },
): void {
  const on = { scope: new Construct(scope, id), topic };
  addQueueAlarms(on, core.queues);
  addFunctionAlarms(on, config);
  addScheduleAlarms(on, core.workers);
  addApiAlarms(on, core);
  addVerdictAlarms(on, config);
  addHostAlarms(on, config);
  if (core.vault && config.account?.backup) addBackupAlarms(on, core.vault, config.account.backup);
  if (!config.account?.domain) return;
  addServiceAlarm(on, config.stage);
  addMailAlarms(on);
}

/** Number of five-minute periods from the list of one hour to the list of the next, inclusive. */
const PERIODS_OF_TWO_LISTS = 13;

/**
 * Creates the alarm on functions/system/check-service.ts, which uses the API as customers do. It
 * fires after two consecutive failed checks, or after the lists of two consecutive hours fail.
 */
function addServiceAlarm(on: AlarmContext, stage: string): void {
  createAlarm(on, 'serviceFails', {
    metric: new Metric({
      namespace: PRODUCT_NAME,
      metricName: 'failed',
      dimensionsMap: { stage, worker: 'checkService' },
      statistic: 'Maximum',
      period: Duration.minutes(5),
    }),
    above: 0,
    missingData: TreatMissingData.BREACHING,
    periods: 2,
    evaluationPeriods: PERIODS_OF_TWO_LISTS,
    description:
      'The web app, the API or the engine does not respond correctly at the public domain: customers may be unable to use the service.',
    runbook: 'The service does not answer',
  });
}

/** Returns one of SES's own rate metrics, which cover all emails of the account. */
const rate = (metricName: string): Metric =>
  new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Average' });

/** The alarms fire below the bounce and complaint rates at which SES suspends sending. */
function addMailAlarms(on: AlarmContext): void {
  const runbook = 'Mail does not arrive';
  createAlarm(on, 'mailBounceRate', {
    metric: rate('Reputation.BounceRate'),
    above: 0.04,
    description: 'More than 4% of our emails bounce: SES may soon suspend sending.',
    runbook,
  });
  createAlarm(on, 'mailComplaintRate', {
    metric: rate('Reputation.ComplaintRate'),
    above: 0.0008,
    description:
      'More than 0.08% of our emails are reported as spam: SES may soon suspend sending.',
    runbook,
  });
}
