import stack from '@middy/core';
import type { Context as LambdaContext } from 'aws-lambda';
import { clock, env, log } from '../context.ts';
import type { LogFields } from '../log.ts';
import { type DepsOf, depsOf, type Factories, type Get } from '../container.ts';
import { runLog } from './run-log.ts';

const STACK = { clock, env, log };
type StackDeps = DepsOf<typeof STACK>;

/** Lambda handler of a schedule. The event is ignored. */
export interface ScheduleHandler<Deps> {
  (event: unknown, lambda: LambdaContext): Promise<LogFields>;
  readonly worker: string;
  /** The handler with other dependencies, for tests. */
  readonly on: (deps: Deps) => ScheduleHandler<Deps>;
  /** The handler with dependencies of this container. */
  readonly within: (get: Get) => ScheduleHandler<Deps>;
}

/**
 * Creates the Lambda handler of a schedule. Each run is logged under `name`; a failed run is logged
 * and fails the invocation.
 * @param factories dependencies of `work`: a bundle contains only these
 */
export function serveSchedule<F extends Factories>(
  name: string,
  factories: F,
  work: (deps: DepsOf<F>) => Promise<LogFields>,
  deps: DepsOf<F> & StackDeps = depsOf({ ...STACK, ...factories }),
): ScheduleHandler<DepsOf<F> & StackDeps> {
  const handler = stack<unknown, LogFields>()
    .use(runLog(name, deps))
    .handler(() => work(deps));
  return Object.assign((event: unknown, lambda: LambdaContext) => handler(event, lambda), {
    worker: name,
    on: (other: DepsOf<F> & StackDeps) => serveSchedule(name, factories, work, other),
    within: (get: Get) =>
      serveSchedule(name, factories, work, depsOf({ ...STACK, ...factories }, get)),
  });
}
