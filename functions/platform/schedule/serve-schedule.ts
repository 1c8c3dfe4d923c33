import stack, { type MiddlewareObj } from '@middy/core';
import type { Context as LambdaContext } from 'aws-lambda';
import { clock, env, log } from '../context.ts';
import type { LogFields } from '../log.ts';
import { type DepsOf, depsOf, type Factories } from '../container.ts';
import type { PlatformDeps } from '../deps.ts';
import { withMetrics } from '../metrics.ts';

type Internal = { startedAt?: number };

/**
 * Logs one line per run: its result or failure and its duration, with numbers as metrics. At stage
 * `local`, a run without work is logged at level `debug`, to keep the output short.
 */
function logRun(
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

const BASE_FACTORIES = { clock, env, log };
type BaseDeps = DepsOf<typeof BASE_FACTORIES>;

export interface ScheduleHandler<Deps> {
  (event: unknown, lambda: LambdaContext): Promise<LogFields>;
  readonly worker: string;
  /** The same handler with other dependencies, for tests. */
  readonly withDeps: (deps: Deps) => ScheduleHandler<Deps>;
}

/**
 * Creates the Lambda handler of a schedule. Logs each run under `name`; a failed run also fails the
 * invocation.
 * @param factories dependencies of `work`; the function's bundle contains only these
 */
export function serveSchedule<F extends Factories>(
  name: string,
  factories: F,
  work: (deps: DepsOf<F>) => Promise<LogFields>,
  deps: DepsOf<F> & BaseDeps = depsOf({ ...BASE_FACTORIES, ...factories }),
): ScheduleHandler<DepsOf<F> & BaseDeps> {
  const handler = stack<unknown, LogFields>()
    .use(logRun(name, deps))
    .handler(() => work(deps));
  return Object.assign((event: unknown, lambda: LambdaContext) => handler(event, lambda), {
    worker: name,
    withDeps: (other: DepsOf<F> & BaseDeps) => serveSchedule(name, factories, work, other),
  });
}
