import stack from '@middy/core';
import type { Context as LambdaContext } from 'aws-lambda';
import { clock, env, log } from '../context.ts';
import type { LogFields } from '../log.ts';
import { once } from '../once.ts';
import { makeParts, makersOf, type Needs, type PartsOf } from '../parts.ts';
import { runLog } from './run-log.ts';

const STACK = { clock, env, log };
type StackParts = PartsOf<typeof STACK>;

/** The Lambda handler of a schedule. What it is invoked with says nothing. */
export interface ScheduleHandler<Parts> {
  (event: unknown, lambda: LambdaContext): Promise<LogFields>;
  readonly worker: string;
  /** The same handler on other parts, for tests. */
  readonly on: (parts: Parts) => ScheduleHandler<Parts>;
}

/**
 * Makes the Lambda handler of a schedule. Each run leaves a line in the log, under `name`; a run
 * that fails is logged and fails the invocation.
 * @param needs makers of the parts that `work` is handed: a bundle holds these and no others
 */
export function serveSchedule<N extends Needs>(
  name: string,
  needs: N,
  work: (parts: PartsOf<N>) => Promise<LogFields>,
  given?: PartsOf<N> & StackParts,
): ScheduleHandler<PartsOf<N> & StackParts> {
  const base = given ? makersOf(given) : STACK;
  const parts = given ? () => given : once(() => makeParts(needs));
  const handler = stack<unknown, LogFields>()
    .use(runLog(name, base))
    .handler(() => work(parts()));
  return Object.assign((event: unknown, lambda: LambdaContext) => handler(event, lambda), {
    worker: name,
    on: (other: PartsOf<N> & StackParts) => serveSchedule(name, needs, work, other),
  });
}
