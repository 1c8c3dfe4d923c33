import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageConfig } from '../stage/config.ts';
import { workerNeeds } from '../features/index.ts';
import { type QueueConfig, type QueueName, queueNames, QUEUES } from '../features/queues.ts';

/** Visibility timeout divided by the reader's timeout. AWS recommends six, to allow retries. */
const VISIBILITY_FACTOR = 6;

export type Queues = Readonly<Record<QueueName, Queue>>;

export function createQueues(scope: Construct, id: string, config: StageConfig): Queues {
  const group = new Construct(scope, id);
  const deadLetters = new Map<QueueName, Queue>();
  const pairs = queueNames.map((name) => {
    const { deadLettersTo }: QueueConfig = QUEUES[name];
    const dead =
      deadLetters.get(deadLettersTo ?? name) ??
      createDeadLetterQueue(group, `${name}Dead`, config, visibilityOf(name, true));
    deadLetters.set(name, dead);
    return [name, createQueue(group, name, config, dead)];
  });
  return Object.fromEntries(pairs) as Queues;
}

function visibilityOf(name: QueueName, deadLetters: boolean): Duration {
  const { visibilitySeconds }: QueueConfig = QUEUES[name];
  if (visibilitySeconds !== undefined && !deadLetters) return Duration.seconds(visibilitySeconds);
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

const createQueue = (scope: Construct, name: QueueName, config: StageConfig, dead: Queue): Queue =>
  new Queue(scope, name, {
    ...securedQueueProps,
    visibilityTimeout: visibilityOf(name, false),
    retentionPeriod: Duration.days(config.retentionDays.deadMessages),
    deadLetterQueue: { queue: dead, maxReceiveCount: config.maxReceives },
  });
