import {
  CreateQueueCommand,
  QueueNameExists,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { queueUrl } from '../services/fauxqs.ts';
import type { ResolvedTemplate } from './resolver.ts';

const queue = z.object({
  VisibilityTimeout: z.number().optional(),
  MessageRetentionPeriod: z.number().optional(),
  DelaySeconds: z.number().optional(),
  RedrivePolicy: z
    .object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() })
    .optional(),
});

export async function createQueues(
  template: ResolvedTemplate,
  sqs: SQSClient,
  sqsEndpoint: string,
): Promise<void> {
  const queues = [...template.resources('AWS::SQS::Queue', queue)];
  // Sort the queues, because SQS requires that a dead-letter queue exists before another queue
  // refers to it.
  const ordered = queues.toSorted(
    ([, a], [, b]) => Number(a.RedrivePolicy !== undefined) - Number(b.RedrivePolicy !== undefined),
  );
  for (const [id, properties] of ordered) {
    const QueueName = template.nameOf(id);
    const Attributes = attributesOf(properties);
    try {
      await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
    } catch (error) {
      if (!(error instanceof QueueNameExists)) throw error;
      const QueueUrl = queueUrl(sqsEndpoint, QueueName);
      await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
    }
  }
}

/** Converts attributes for the SQS API, which takes only strings: objects become JSON. */
const attributesOf = (properties: z.output<typeof queue>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
