import stack from '@middy/core';
import partialBatchFailure from '@middy/sqs-partial-batch-failure';
import type { Context as LambdaContext, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { clock, env, log, retries } from '../context.ts';
import type { LogFields } from '../log.ts';
import { withMetrics } from '../metrics.ts';
import { withRequestId } from '../request-id.ts';
import { RetryLaterError } from './retry-later-error.ts';
import { type DepsOf, depsOf, type Factories } from '../container.ts';

/** Earlier failures usually resolve themselves, so they are not logged as errors. */
const ERROR_FROM_RECEIVE = 3;

/**
 * Id of the owner of a test key's lists and checks (access/rules/owner.ts). Messages with this id
 * publish no metrics, because the hourly list of `checkService` would keep every metric alive.
 */
const TEST_OWNER_ID = /test-[0-9A-HJKMNP-TV-Z]{26}\b/;

const BASE_FACTORIES = { clock, env, log, retries };
type BaseDeps = DepsOf<typeof BASE_FACTORIES>;

interface ReceiveContext {
  /** Number of receives of this message, including this one. */
  readonly receiveCount: number;
  /** Milliseconds until the function is terminated. */
  remainingMs(): number;
}

/** Processes a message and returns its log fields. An array is logged as one line per element. */
type Work<S extends z.core.$ZodType, F extends Factories> = (
  message: z.output<S>,
  deps: DepsOf<F>,
  context: ReceiveContext,
) => Promise<LogFields | readonly LogFields[]>;

const requestIdOf = ({ messageAttributes }: SQSRecord): string | undefined =>
  messageAttributes['requestId']?.stringValue;

function contentOf({ body }: SQSRecord): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

export interface QueueHandler<Deps> {
  (event: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse>;
  readonly worker: string;
  /** The same handler with other dependencies, for tests. */
  readonly withDeps: (deps: Deps) => QueueHandler<Deps>;
}

/**
 * Creates the Lambda handler of a queue. Parses each message with the schema and processes it
 * independently; only failed messages are redelivered, with growing delays. A malformed message
 * fails too, and ends in the monitored dead-letter queue. Logs each processed message under `name`,
 * with its numeric fields as metrics.
 * @param factories dependencies of `work`; the function's bundle contains only these
 */
export function serveQueue<S extends z.core.$ZodType, F extends Factories>(
  name: string,
  schema: S,
  factories: F,
  work: Work<S, F>,
  deps: DepsOf<F> & BaseDeps = depsOf({ ...BASE_FACTORIES, ...factories }),
): QueueHandler<DepsOf<F> & BaseDeps> {
  const withWorkerMetrics = (fields: LogFields): LogFields =>
    withMetrics({ stage: deps.env.STAGE, worker: name }, fields, deps.clock.now());

  const logFailure = (reason: unknown, fields: LogFields, receiveCount: number): void =>
    receiveCount < ERROR_FROM_RECEIVE
      ? deps.log.warn('message_failed', fields, reason)
      : deps.log.error('message_failed', reason, fields);

  async function processRecord(record: SQSRecord, lambda: LambdaContext): Promise<void> {
    const { messageId, attributes } = record;
    const receiveCount = Number(attributes.ApproximateReceiveCount);
    const startedAt = deps.clock.now();
    const message = z.parse(schema, contentOf(record));
    const result = await work(message, deps, {
      receiveCount,
      remainingMs: () => lambda.getRemainingTimeInMillis(),
    });
    const ms = deps.clock.now() - startedAt;
    const isTest = TEST_OWNER_ID.test(record.body);
    for (const each of [result].flat()) {
      const fields = { ...each, messageId, receiveCount, ms };
      deps.log.info(name, isTest ? fields : withWorkerMetrics(fields));
    }
  }

  const handlerOf = (lambda: LambdaContext) =>
    stack<SQSEvent>()
      .use(
        partialBatchFailure({
          logger: (reason: unknown, record: SQSRecord) => {
            const { messageId, attributes } = record;
            const receiveCount = Number(attributes.ApproximateReceiveCount);
            const requestId = requestIdOf(record);
            const fields = { requestId, messageId, receiveCount };
            // The alarm on a new version of the engine counts these lines by version.
            const version = lambda.functionVersion;
            if (reason instanceof RetryLaterError)
              deps.log.info('message_postponed', withWorkerMetrics({ ...fields, postponed: 1 }));
            else
              logFailure(
                reason,
                withWorkerMetrics({ ...fields, version, failed: 1 }),
                receiveCount,
              );
          },
        }),
      )
      .handler(async ({ Records }) => {
        const promises = Records.map((record) =>
          withRequestId(requestIdOf(record), () => processRecord(record, lambda)),
        );
        const settled = await Promise.allSettled(promises);
        const failed = Records.filter((_, index) => settled[index]?.status === 'rejected');
        if (failed.length > 0) await deps.retries.schedule(failed);
        return settled;
      });
  const handle = (event: SQSEvent, lambda: LambdaContext): Promise<SQSBatchResponse> =>
    handlerOf(lambda)(event, lambda);
  return Object.assign(handle, {
    worker: name,
    withDeps: (other: DepsOf<F> & BaseDeps) => serveQueue(name, schema, factories, work, other),
  });
}
