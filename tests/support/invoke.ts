import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context as LambdaContext } from 'aws-lambda';
import { withCall } from '../../functions/platform/author.ts';
import { currentRequestId } from '../../functions/platform/request-id.ts';
import { contract } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import { lambdaContext } from './api-event.ts';
import type { RequiredPermission } from './aws-calls.ts';
import { functionRoles } from './function-roles.ts';
import { findForbiddenCalls } from './roles.ts';
import { testEnv } from './test-env.ts';

/** A run of a function. The name is empty for work outside the functions of the product. */
interface FunctionRun {
  readonly name: string;
}
const currentRun = new AsyncLocalStorage<FunctionRun>();

/** Returns an object that identifies the current run of a function. */
export const currentFunctionRun = (): FunctionRun | undefined => currentRun.getStore();

const roles = functionRoles(testEnv());
const routeNames = new Map<Route, string>(
  Object.entries(contract).map(([name, route]) => [route, name]),
);
/** Errors, since the last check, for calls that AWS would have rejected. */
const refused = new Map<string, Error>();

/**
 * Checks that the running function's role allows an AWS call. Tests themselves may make any call.
 */
export function requireGrant(right: RequiredPermission): void {
  const functionName = currentRun.getStore()?.name;
  if (functionName === undefined && currentRequestId() !== undefined)
    refused.set('invoke', new Error('a handler was not called through `invoke`'));
  if (functionName === undefined || !roles.has(functionName)) return;
  for (const each of findForbiddenCalls(roles, [{ functionName, ...right }]))
    refused.set(each, new Error(`${each} is not granted`));
}

/** Returns an error for each call without a grant since the last check, with its call site. */
export function takeMissingGrants(): Error[] {
  const errors = [...refused.values()];
  refused.clear();
  return errors;
}

/** Runs work without the running function's role, as if another party did it. */
export const runOutsideFunction = <T>(work: () => T): T => currentRun.run({ name: '' }, work);

type Named = { readonly route: Route } | { readonly worker: string };
type Handler<Deps, Event, Result> = Named & {
  readonly withDeps: (deps: Deps) => (event: Event, lambda: LambdaContext) => Promise<Result>;
};

/** Runs part of a function's work with the function's role. */
export const runAs = <T>(handler: Named, work: () => T): T =>
  currentRun.run(
    { name: 'route' in handler ? (routeNames.get(handler.route) ?? '') : handler.worker },
    work,
  );

export function invoke<Deps, Event, Result>(
  handler: Handler<Deps, Event, Result>,
  deps: Deps,
  event: Event,
  lambda = lambdaContext(),
): Promise<Result> {
  // A function does not inherit the call of another, as a test may run it within one.
  return runAs(handler, () => withCall(undefined, () => handler.withDeps(deps)(event, lambda)));
}
