import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { workerNeeds } from '../features/index.ts';
import { type QueueName, queueNames } from '../features/queues.ts';

/** A multiple of the reader's time-out that Lambda asks for, so that its retries fit in. */
const VISIBILITY_FACTOR = 6;

export type Queues = Readonly<Record<QueueName, Queue>>;

/** The queues, each with another beside it for messages that failed too often. */
export function createQueues(scope: Construct, id: string, config: StageConfig): Queues {
  const group = new Construct(scope, id);
  const pairs = queueNames.map((name) => [name, createPair(group, name, config)]);
  return Object.fromEntries(pairs) as Queues;
}

/** Seconds for which a message is hidden while its reader works. */
function visibilityOf(name: QueueName, deadLetters: boolean): Duration {
  const timeouts = [...workerNeeds.values()]
    .filter((each) => each.reads.includes(name) && (each.deadLetters ?? false) === deadLetters)
    .map(({ timeoutSeconds }) => timeoutSeconds);
  return Duration.seconds(VISIBILITY_FACTOR * Math.max(30, ...timeouts));
}

/** The queue beside `queue` that takes what failed. */
export function deadLettersOf(queue: Queue): Queue {
  const dead = queue.deadLetterQueue?.queue;
  if (!(dead instanceof Queue)) throw new TypeError(`${queue.node.path} has no dead-letter queue`);
  return dead;
}

const secured = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** A queue for what failed. */
export const createDeadLetters = (
  scope: Construct,
  id: string,
  config: StageConfig,
  visibilityTimeout?: Duration,
): Queue =>
  new Queue(scope, id, {
    ...secured,
    ...(visibilityTimeout && { visibilityTimeout }),
    retentionPeriod: Duration.days(config.retentionDays.deadMessages),
  });

function createPair(scope: Construct, name: QueueName, config: StageConfig): Queue {
  const dead = createDeadLetters(scope, `${name}Dead`, config, visibilityOf(name, true));
  return new Queue(scope, name, {
    ...secured,
    visibilityTimeout: visibilityOf(name, false),
    retentionPeriod: Duration.days(config.retentionDays.deadMessages),
    deadLetterQueue: { queue: dead, maxReceiveCount: config.maxReceives },
  });
}
