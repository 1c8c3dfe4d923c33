import stack from '@middy/core';
import type { Context as LambdaContext } from 'aws-lambda';
import { clock, env, log } from '../context.ts';
import type { LogFields } from '../log.ts';
import { type DepsOf, depsOf, type Factories } from '../container.ts';
import { logRun } from './log-run.ts';

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
