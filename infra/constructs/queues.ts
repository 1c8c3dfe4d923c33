import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { QueueName, StageConfig, WorkerName } from '../config.ts';

/** Who reads a queue; the express lane keeps a small list from waiting behind a large one. */
const readers: Readonly<Record<QueueName, WorkerName>> = {
  list: 'lists',
  verifyExpress: 'verify',
  verifyBulk: 'verify',
  finalize: 'finalize',
  mail: 'mail',
};

/** A multiple of the reader's time-out that Lambda asks for, so that its retries fit in. */
const VISIBILITY_FACTOR = 6;

/** The queues, each with another beside it for messages that failed too often. */
export class Queues extends Construct implements Readonly<Record<QueueName, Queue>> {
  readonly list: Queue;
  readonly verifyExpress: Queue;
  readonly verifyBulk: Queue;
  readonly finalize: Queue;
  readonly mail: Queue;

  constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    const create = (name: QueueName) => createPair(this, name, config);
    this.list = create('list');
    this.verifyExpress = create('verifyExpress');
    this.verifyBulk = create('verifyBulk');
    this.finalize = create('finalize');
    this.mail = create('mail');
  }
}

/** The queue beside `queue` that takes what failed. */
export function deadLettersOf(queue: Queue): Queue {
  const dead = queue.deadLetterQueue?.queue;
  if (!(dead instanceof Queue)) throw new TypeError(`${queue.node.path} has no dead-letter queue`);
  return dead;
}

function createPair(scope: Construct, name: QueueName, config: StageConfig): Queue {
  const secured = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
  const visibility = (worker: WorkerName) =>
    Duration.seconds(VISIBILITY_FACTOR * config.workers[worker].timeoutSeconds);
  const dead = new Queue(scope, `${name}Dead`, {
    ...secured,
    visibilityTimeout: visibility('deadTasks'),
    retentionPeriod: Duration.days(config.retentionDays.deadMessages),
  });
  return new Queue(scope, name, {
    ...secured,
    visibilityTimeout: visibility(readers[name]),
    retentionPeriod: Duration.days(config.retentionDays.deadMessages),
    deadLetterQueue: { queue: dead, maxReceiveCount: config.maxReceives },
  });
}
