import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { workerNeeds } from '../features/index.ts';
import { type QueueName, queueNames } from '../features/queues.ts';

/** Visibility timeout divided by the reader's timeout. AWS recommends six, to allow retries. */
const VISIBILITY_FACTOR = 6;

export type Queues = Readonly<Record<QueueName, Queue>>;

export function createQueues(scope: Construct, id: string, config: StageConfig): Queues {
  const group = new Construct(scope, id);
  const pairs = queueNames.map((name) => [name, createPair(group, name, config)]);
  return Object.fromEntries(pairs) as Queues;
}

function visibilityOf(name: QueueName, deadLetters: boolean): Duration {
  const timeouts = [...workerNeeds.values()]
    .filter((each) => each.reads.includes(name) && (each.deadLetters ?? false) === deadLetters)
    .map(({ timeoutSeconds }) => timeoutSeconds);
  return Duration.seconds(VISIBILITY_FACTOR * Math.max(30, ...timeouts));
}

export function deadLetterQueueOf(queue: Queue): Queue {
  const dead = queue.deadLetterQueue?.queue;
  if (!(dead instanceof Queue)) throw new TypeError(`${queue.node.path} has no dead-letter queue`);
  return dead;
}

const securedQueueProps = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

export const createDeadLetterQueue = (
  scope: Construct,
  id: string,
  config: StageConfig,
  visibilityTimeout?: Duration,
): Queue =>
  new Queue(scope, id, {
    ...securedQueueProps,
    ...(visibilityTimeout && { visibilityTimeout }),
    retentionPeriod: Duration.days(config.retentionDays.deadMessages),
  });

function createPair(scope: Construct, name: QueueName, config: StageConfig): Queue {
  const dead = createDeadLetterQueue(scope, `${name}Dead`, config, visibilityOf(name, true));
  return new Queue(scope, name, {
    ...securedQueueProps,
    visibilityTimeout: visibilityOf(name, false),
    retentionPeriod: Duration.days(config.retentionDays.deadMessages),
    deadLetterQueue: { queue: dead, maxReceiveCount: config.maxReceives },
  });
}
