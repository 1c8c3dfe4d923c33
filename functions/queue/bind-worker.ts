import type { Context as LambdaContext, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { type Context, context } from '../context.ts';

/** What a worker may want to know of the delivery beside the message. */
interface Delivery {
  /** How often this message was received, this time included. */
  readonly receiveCount: number;
  /** Milliseconds until the function is ended. */
  remainingMs(): number;
}

export type Work<S extends z.core.$ZodType> = (
  message: z.output<S>,
  context: Context,
  delivery: Delivery,
) => Promise<void>;

export interface BoundWorker<S extends z.core.$ZodType> {
  (event: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse>;
  /** The same worker on another context, for tests. */
  readonly on: (context: Context) => BoundWorker<S>;
}

/**
 * Makes the Lambda handler of a queue. Each record is parsed by the schema and worked on apart from
 * the others; only those that failed are delivered again. A message that cannot be read fails as
 * well, and so ends in the dead-letter queue, where somebody looks.
 */
export function bindWorker<S extends z.core.$ZodType>(
  schema: S,
  work: Work<S>,
  contextOf: () => Context = context,
): BoundWorker<S> {
  async function one(record: SQSRecord, lambda: LambdaContext, parts: Context): Promise<void> {
    const receiveCount = Number(record.attributes.ApproximateReceiveCount);
    const message = z.parse(schema, JSON.parse(record.body));
    await work(message, parts, {
      receiveCount,
      remainingMs: () => lambda.getRemainingTimeInMillis(),
    });
  }

  async function worker(event: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse> {
    const parts = contextOf();
    const outcomes = await Promise.allSettled(
      event.Records.map((record) => one(record, lambda, parts)),
    );
    const failed = event.Records.filter((record, at) => {
      const outcome = outcomes[at];
      if (outcome?.status !== 'rejected') return false;
      parts.log.error('message_failed', outcome.reason, {
        messageId: record.messageId,
        receiveCount: record.attributes.ApproximateReceiveCount,
      });
      return true;
    });
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  }

  return Object.assign(worker, { on: (other: Context) => bindWorker(schema, work, () => other) });
}
