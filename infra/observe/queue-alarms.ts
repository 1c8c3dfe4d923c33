import { Duration } from 'aws-cdk-lib';
import { deadLettersOf, type Queues } from '../constructs/queues.ts';
import { workerNeeds } from '../features/index.ts';
import { queueNames, type QueueNumbers, QUEUES } from '../features/queues.ts';
import { type AlarmPlace, createAlarm } from './alarm.ts';

const period = Duration.minutes(5);

/** Queues whose dead letters a worker reads at once, so that none is ever seen waiting there. */
const drained = new Set<string>(
  [...workerNeeds.values()].flatMap(({ deadLetters, reads }) => (deadLetters ? reads : [])),
);

/**
 * What failed for good, and what waits too long. The age of a message counts from its sending, so
 * one that was sent with a delay is as old as its delay when a reader first sees it; one that was
 * received three times counts no longer:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
 */
export function addQueueAlarms(on: AlarmPlace, queues: Queues): void {
  for (const name of queueNames) {
    const { lateAfterSeconds, delaySeconds = 0, brings }: QueueNumbers = QUEUES[name];
    const dead = deadLettersOf(queues[name]);
    createAlarm(on, `${name}Dead`, {
      metric: drained.has(name)
        ? dead.metricNumberOfMessagesReceived({ period, statistic: 'Sum' })
        : dead.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      above: 0,
      says: `A message of the queue ${name} failed as often as it may: a customer lacks ${brings}.`,
      page: 'A dead-letter queue holds messages',
    });
    createAlarm(on, `${name}Late`, {
      metric: queues[name].metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
      above: lateAfterSeconds + delaySeconds,
      says: `The queue ${name} is late: customers wait for ${brings}.`,
      page: 'A queue is late',
    });
  }
}
