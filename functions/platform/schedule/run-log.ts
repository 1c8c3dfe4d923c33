import type { MiddlewareObj } from '@middy/core';
import type { Context as LambdaContext } from 'aws-lambda';
import type { Clock } from '../clock.ts';
import type { Env } from '../env.ts';
import type { Log, LogFields } from '../log.ts';
import { withMetrics } from '../metrics.ts';
import type { Makers } from '../parts.ts';

type Internal = { startedAt?: number };

/** One line a run: what it answers, or why it failed, and how long it took. Its numbers are metrics. */
export function runLog(
  name: string,
  { clock, env, log }: Makers<{ clock: Clock; env: Pick<Env, 'STAGE'>; log: Log }>,
): MiddlewareObj<unknown, LogFields, Error, LambdaContext, Internal> {
  const measured = (fields: LogFields, { startedAt }: Internal): LogFields => {
    const now = clock().now();
    const ms = now - (startedAt ?? now);
    return withMetrics({ stage: env().STAGE, worker: name }, { ...fields, ms }, now);
  };
  return {
    before: ({ internal }) => {
      internal.startedAt = clock().now();
    },
    after: ({ response, internal }) => log().info(name, measured({ ...response }, internal)),
    onError: ({ error, internal }) => log().error('run_failed', error, measured({}, internal)),
  };
}
