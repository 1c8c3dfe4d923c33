import { z } from 'zod';
import { queueUrl } from '../services/fauxqs.ts';
import { nameInArn } from './resolver.ts';
import type { ResolvedTemplate } from './resolver.ts';

const mapping = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number(),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
});

const queue = z.object({ VisibilityTimeout: z.number() });

/** A queue whose messages are handed to a function. */
export interface EventSource {
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly functionName: string;
  /** Seconds until a message comes back whose function ended without a word. */
  readonly visibilitySeconds: number;
  readonly batchSize: number;
  /** Invocations at once. */
  readonly concurrency: number;
  /** The function names the messages it failed at; the others of the batch are done. */
  readonly partialBatches: boolean;
}

export const readEventSources = (
  template: ResolvedTemplate,
  sqsEndpoint: string,
): readonly EventSource[] => {
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
      visibilitySeconds: visibility.get(nameInArn(source.EventSourceArn)) ?? 0,
      batchSize: source.BatchSize,
      concurrency: source.ScalingConfig.MaximumConcurrency,
      partialBatches: source.FunctionResponseTypes.includes('ReportBatchItemFailures'),
    }),
  );
};
