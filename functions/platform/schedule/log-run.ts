import type { MiddlewareObj } from '@middy/core';
import type { Context as LambdaContext } from 'aws-lambda';
import type { PlatformDeps } from '../deps.ts';
import type { LogFields } from '../log.ts';
import { withMetrics } from '../metrics.ts';

type Internal = { startedAt?: number };

/**
 * Logs one line per run: its result or failure and its duration, with numbers as metrics. At stage
 * `local`, a run without work is logged at level `debug`, to keep the output short.
 */
export function logRun(
  name: string,
  deps: Pick<PlatformDeps, 'clock' | 'env' | 'log'>,
): MiddlewareObj<unknown, LogFields, Error, LambdaContext, Internal> {
  const withRunMetrics = (fields: LogFields, { startedAt }: Internal): LogFields => {
    const now = deps.clock.now();
    const ms = now - (startedAt ?? now);
    return withMetrics({ stage: deps.env.STAGE, worker: name }, { ...fields, ms }, now);
  };
  return {
    before: ({ internal }) => {
      internal.startedAt = deps.clock.now();
    },
    after: ({ response, internal }) => {
      const isQuiet = deps.env.STAGE === 'local' && isEmptyRun({ ...response });
      deps.log[isQuiet ? 'debug' : 'info'](name, withRunMetrics({ ...response }, internal));
    },
    onError: ({ error, internal }) =>
      deps.log.error('run_failed', error, withRunMetrics({}, internal)),
  };
}

const isEmptyRun = (fields: LogFields): boolean =>
  Object.values(fields).every((value) => typeof value !== 'number' || value === 0);
