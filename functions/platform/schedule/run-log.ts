import type { MiddlewareObj } from '@middy/core';
import type { Context as LambdaContext } from 'aws-lambda';
import type { Clock } from '../clock.ts';
import type { Log, LogFields } from '../log.ts';
import type { Makers } from '../parts.ts';

type Internal = { startedAt?: number };

/** One line a run: what it answers, or why it failed, and how long it took. */
export function runLog(
  name: string,
  { clock, log }: Makers<{ clock: Clock; log: Log }>,
): MiddlewareObj<unknown, LogFields, Error, LambdaContext, Internal> {
  const msSince = ({ startedAt }: Internal): number => {
    const now = clock().now();
    return now - (startedAt ?? now);
  };
  return {
    before: ({ internal }) => {
      internal.startedAt = clock().now();
    },
    after: ({ response, internal }) => log().info(name, { ...response, ms: msSince(internal) }),
    onError: ({ error, internal }) =>
      log().error('run_failed', error, { worker: name, ms: msSince(internal) }),
  };
}
