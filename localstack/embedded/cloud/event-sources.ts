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

/** A queue whose messages are handed to a function. */
export interface EventSource {
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly functionName: string;
  readonly batchSize: number;
  /** Invocations at once. */
  readonly concurrency: number;
  /** The function names the messages it failed at; the others of the batch are done. */
  readonly partialBatches: boolean;
}

export const readEventSources = (
  template: ResolvedTemplate,
  sqsEndpoint: string,
): readonly EventSource[] =>
  [...template.resources('AWS::Lambda::EventSourceMapping', mapping).values()].map((source) => ({
    queueUrl: queueUrl(sqsEndpoint, nameInArn(source.EventSourceArn)),
    queueArn: source.EventSourceArn,
    functionName: source.FunctionName,
    batchSize: source.BatchSize,
    concurrency: source.ScalingConfig.MaximumConcurrency,
    partialBatches: source.FunctionResponseTypes.includes('ReportBatchItemFailures'),
  }));
