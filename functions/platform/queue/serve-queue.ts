import stack from '@middy/core';
import partialBatchFailure from '@middy/sqs-partial-batch-failure';
import type { Context as LambdaContext, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { clock, env, log, retries } from '../context.ts';
import type { LogFields } from '../log.ts';
import { withMetrics } from '../metrics.ts';
import { once } from '../once.ts';
import { withRequestId } from '../request-id.ts';
import { TryAgain } from './try-again.ts';
import { makeParts, makersOf, type Needs, type PartsOf } from '../parts.ts';

const STACK = { clock, env, log, retries };
type StackParts = PartsOf<typeof STACK>;

/** What a worker may want to know of the delivery beside the message. */
interface Delivery {
  /** How often this message was received, this time included. */
  readonly receiveCount: number;
  /** Milliseconds until the function is ended. */
  remainingMs(): number;
}

/** Answers what stands in the log of this message: a line for each member of an array. */
type Work<S extends z.core.$ZodType, N extends Needs> = (
  message: z.output<S>,
  parts: PartsOf<N>,
  delivery: Delivery,
) => Promise<LogFields | readonly LogFields[]>;

/** Of the API call that the message goes back to. */
const requestIdOf = ({ messageAttributes }: SQSRecord): string | undefined =>
  messageAttributes['requestId']?.stringValue;

/** The Lambda handler of a queue. */
export interface QueueHandler<Parts> {
  (event: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse>;
  readonly worker: string;
  /** The same handler on other parts, for tests. */
  readonly on: (parts: Parts) => QueueHandler<Parts>;
}

/**
 * Makes the Lambda handler of a queue. Each record is parsed by the schema and worked on apart from
 * the others; only those that failed are delivered again, soon and then ever later. A message that
 * cannot be read fails as well, and so ends in the dead-letter queue, where somebody looks. Each
 * message that is done leaves a line in the log, under `name`, whose numbers are metrics.
 * @param needs makers of the parts that `work` is handed: a bundle holds these and no others
 */
export function serveQueue<S extends z.core.$ZodType, N extends Needs>(
  name: string,
  schema: S,
  needs: N,
  work: Work<S, N>,
  given?: PartsOf<N> & StackParts,
): QueueHandler<PartsOf<N> & StackParts> {
  const base = given ? makersOf(given) : STACK;
  const parts = given ? () => given : once(() => makeParts(needs));

  const measured = (fields: LogFields): LogFields =>
    withMetrics({ stage: base.env().STAGE, worker: name }, fields, base.clock().now());

  async function workOn(record: SQSRecord, lambda: LambdaContext): Promise<void> {
    const { messageId, attributes } = record;
    const receiveCount = Number(attributes.ApproximateReceiveCount);
    const startedAt = base.clock().now();
    const message = z.parse(schema, JSON.parse(record.body));
    const done = await work(message, parts(), {
      receiveCount,
      remainingMs: () => lambda.getRemainingTimeInMillis(),
    });
    const ms = base.clock().now() - startedAt;
    for (const fields of [done].flat())
      base.log().info(name, measured({ ...fields, messageId, receiveCount, ms }));
  }

  const handler: (event: SQSEvent, lambda: LambdaContext) => Promise<SQSBatchResponse> =
    stack<SQSEvent>()
      .use(
        partialBatchFailure({
          logger: (reason: unknown, record: SQSRecord) => {
            const { messageId, attributes } = record;
            const receiveCount = Number(attributes.ApproximateReceiveCount);
            const requestId = requestIdOf(record);
            const fields = { requestId, messageId, receiveCount };
            if (reason instanceof TryAgain)
              base.log().info('message_postponed', measured({ ...fields, postponed: 1 }));
            else base.log().error('message_failed', reason, measured({ ...fields, failed: 1 }));
          },
        }),
      )
      .handler(async ({ Records }, lambda) => {
        const works = Records.map((record) =>
          withRequestId(requestIdOf(record), () => workOn(record, lambda)),
        );
        const settled = await Promise.allSettled(works);
        const failed = Records.filter((_, index) => settled[index]?.status === 'rejected');
        if (failed.length > 0) await base.retries().schedule(failed);
        return settled;
      });
  return Object.assign((event: SQSEvent, lambda: LambdaContext) => handler(event, lambda), {
    worker: name,
    on: (other: PartsOf<N> & StackParts) => serveQueue(name, schema, needs, work, other),
  });
}
