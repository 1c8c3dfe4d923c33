import { z } from 'zod';
import { queueUrl } from '../services/fauxqs.ts';
import { nameInArn, type ResolvedTemplate } from './resolver.ts';

const mapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number(),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
});

const queue = z.object({ VisibilityTimeout: z.number() });

/** A queue whose messages are handed to a function. */
export type EventSource = ReturnType<typeof readEventSources>[number];

export function readEventSources(template: ResolvedTemplate, sqsEndpoint: string) {
  const visibility = new Map(
    [...template.resources('AWS::SQS::Queue', queue)].map(
      ([id, { VisibilityTimeout }]) => [template.nameOf(id), VisibilityTimeout] as const,
    ),
  );
  return [...template.resources('AWS::Lambda::EventSourceMapping', mapping).values()].map(
    (source) => ({
      queueUrl: queueUrl(sqsEndpoint, nameInArn(source.EventSourceArn)),
      queueArn: source.EventSourceArn,
      functionName: source.FunctionName,
      /** Seconds until a message comes back whose function ended without a word. */
      visibilitySeconds: visibility.get(nameInArn(source.EventSourceArn)) ?? 0,
      batchSize: source.BatchSize,
      /** Invocations at once. */
      concurrency: source.ScalingConfig.MaximumConcurrency,
      /** The function names the messages it failed at; the others of the batch are done. */
      partialBatches: source.FunctionResponseTypes.includes('ReportBatchItemFailures'),
    }),
  );
}
