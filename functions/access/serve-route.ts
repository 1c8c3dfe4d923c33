import stack from '@middy/core';
import type {
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Context as LambdaContext,
} from 'aws-lambda';
import type { Route } from '../../shared/contract/route.ts';
import type { RouteCall, ResultOf } from '../platform/api/call.ts';
import { bodyBytesOf, headerOf, readLanguage } from '../platform/api/event.ts';
import { readForm } from '../platform/api/read-form.ts';
import { readInput } from '../platform/api/read-input.ts';
import { rejectOversize } from '../platform/api/reject-oversize.ts';
import { logRequest } from '../platform/api/log-request.ts';
import { toResponse } from '../platform/api/response.ts';
import { setResponseHeaders } from '../platform/api/set-response-headers.ts';
import { setViewerAddress } from '../platform/api/viewer-address.ts';
import { clock, env, ids, log, secrets } from '../platform/context.ts';
import { withCall } from '../platform/author.ts';
import { withRequestId } from '../platform/request-id.ts';
import { type DepsOf, depsOf, type Factories } from '../platform/container.ts';
import { accounts, apiKeys, keyUse, limits, sessions } from './context.ts';
import { createCallerRight } from './caller-right.ts';
import { respondToErrors } from './error-responses.ts';
import { type CallerOf, rateLimitForms, guard } from './guard.ts';
import { setRateLimitHeaders } from './limits/rate-limit-headers.ts';

const BASE_FACTORIES = {
  accounts,
  apiKeys,
  clock,
  env,
  ids,
  keyUse,
  limits,
  log,
  secrets,
  sessions,
};
type BaseDeps = DepsOf<typeof BASE_FACTORIES>;

type Serve<R extends Route, F extends Factories> = (
  call: RouteCall<R, CallerOf<R>>,
  deps: DepsOf<F>,
) => Promise<ResultOf<R>>;

export interface RouteHandler<R extends Route, Deps> {
  (event: APIGatewayProxyEvent, lambda: LambdaContext): Promise<APIGatewayProxyResult>;
  readonly route: R;
  /** The same handler with other dependencies, for tests. */
  readonly withDeps: (deps: Deps) => RouteHandler<R, Deps>;
}

/**
 * Creates the Lambda handler of a route, for proxy events of a REST API.
 * @param factories dependencies of `serve`; the bundle of the function contains only these
 */
export function serveRoute<R extends Route, F extends Factories>(
  route: R,
  factories: F,
  serve: Serve<R, F>,
  deps: DepsOf<F> & BaseDeps = depsOf({ ...BASE_FACTORIES, ...factories }),
): RouteHandler<R, DepsOf<F> & BaseDeps> {
  const handler = stack<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(logRequest(route, deps))
    .use(setResponseHeaders(route, deps))
    .use(setViewerAddress(deps))
    .use(setRateLimitHeaders())
    .use(respondToErrors(route, deps))
    .use(readLanguage())
    .use(rejectOversize(route))
    .use(rateLimitForms(route, deps))
    .use(readForm(route))
    .use(guard(route, deps))
    .use(readInput(route))
    .handler<APIGatewayProxyEvent, APIGatewayProxyResult>(async (event) => {
      const { caller, input, language = 'en', requestContext } = event;
      const { identity, requestId } = requestContext;
      const header = (name: string) => headerOf(event, name);
      const bytes = () => bodyBytesOf(event);
      const { sourceIp } = identity;
      const call = { ...input, caller, language, sourceIp, requestId, header, bytes };
      const right = createCallerRight(deps, route, caller);
      const result = await withCall({ ...call, right }, () => serve(call, deps));
      return toResponse(route, result, deps.env.CHECK_OUTPUT);
    });
  return Object.assign(
    (event: APIGatewayProxyEvent, lambda: LambdaContext) =>
      withRequestId(event.requestContext.requestId, () => handler(event, lambda)),
    {
      route,
      withDeps: (other: DepsOf<F> & BaseDeps) => serveRoute(route, factories, serve, other),
    },
  );
}

/**
 * Does the same for a file with several routes. A bundle contains only the route that it exports,
 * because esbuild drops unused calls that are marked as pure; `routes.name` as an argument would be
 * kept.
 */
export const serveRouteOf = <
  Routes extends Readonly<Record<string, Route>>,
  Name extends string & keyof Routes,
  F extends Factories,
>(
  routes: Routes,
  name: Name,
  factories: F,
  serve: Serve<Routes[Name], F>,
) => serveRoute(routes[name] as Routes[Name], factories, serve);
