import { Duration } from 'aws-cdk-lib';
import { deadLetterQueueOf, type Queues } from '../constructs/queues.ts';
import { workerNeeds } from '../features/index.ts';
import { queueNames, type QueueConfig, QUEUES } from '../features/queues.ts';
import { type AlarmContext, createAlarm } from './alarm.ts';

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
export function addQueueAlarms(on: AlarmContext, queues: Queues): void {
  for (const name of queueNames) {
    const { lateAfterSeconds, delaySeconds = 0, provides }: QueueConfig = QUEUES[name];
    const dead = deadLetterQueueOf(queues[name]);
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
