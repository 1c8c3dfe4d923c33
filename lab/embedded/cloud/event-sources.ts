import { z } from 'zod';
import { queueUrl } from '../services/fauxqs.ts';
import { resourceNameOf, type ResolvedTemplate } from './resolver.ts';

const mapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number(),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
});

const queue = z.object({ VisibilityTimeout: z.number() });

export type EventSource = ReturnType<typeof readEventSources>[number];

export function readEventSources(template: ResolvedTemplate, sqsEndpoint: string) {
  const visibility = new Map(
    [...template.resources('AWS::SQS::Queue', queue)].map(
      ([id, { VisibilityTimeout }]) => [template.nameOf(id), VisibilityTimeout] as const,
    ),
  );
  return [...template.resources('AWS::Lambda::EventSourceMapping', mapping).values()].map(
    (source) => ({
      queueUrl: queueUrl(sqsEndpoint, resourceNameOf(source.EventSourceArn)),
      queueArn: source.EventSourceArn,
      functionName: source.FunctionName,
      /** Seconds after which a message reappears if its function returns no result. */
      visibilitySeconds: visibility.get(resourceNameOf(source.EventSourceArn)) ?? 0,
      batchSize: source.BatchSize,
      concurrency: source.ScalingConfig.MaximumConcurrency,
      /** Whether the function reports which messages failed; all others are then deleted. */
      partialBatches: source.FunctionResponseTypes.includes('ReportBatchItemFailures'),
    }),
  );
}
