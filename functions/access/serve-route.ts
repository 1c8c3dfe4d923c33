import stack from '@middy/core';
import type {
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Context as LambdaContext,
} from 'aws-lambda';
import type { Route } from '../../shared/contract/route.ts';
import type { Call, ReplyOf } from '../platform/api/call.ts';
import { errorReplies } from '../platform/api/error-replies.ts';
import { bytesOf, headerOf, readLanguage } from '../platform/api/event.ts';
import { readForm } from '../platform/api/read-form.ts';
import { readInput } from '../platform/api/read-input.ts';
import { refuseOversize } from '../platform/api/refuse-oversize.ts';
import { replyOf } from '../platform/api/reply.ts';
import { requestLog } from '../platform/api/request-log.ts';
import { responseHeaders } from '../platform/api/response-headers.ts';
import { viewerAddress } from '../platform/api/viewer-address.ts';
import { clock, env, limits, log, secrets } from '../platform/context.ts';
import { once } from '../platform/once.ts';
import { withRequestId } from '../platform/request-id.ts';
import { makeParts, makersOf, type Needs, type PartsOf } from '../platform/parts.ts';
import { accounts, apiKeys, sessions } from './context.ts';
import { type CallerOf, countForms, guard } from './guard.ts';

/** What the stack of every route is made of. */
const STACK = { accounts, apiKeys, clock, env, limits, log, secrets, sessions };
type StackParts = PartsOf<typeof STACK>;

/** What a handler does with a call. */
type Serve<R extends Route, N extends Needs> = (
  call: Call<R, CallerOf<R>>,
  parts: PartsOf<N>,
) => Promise<ReplyOf<R>>;

/** The Lambda handler of a route. */
export interface RouteHandler<R extends Route, Parts> {
  (event: APIGatewayProxyEvent, lambda: LambdaContext): Promise<APIGatewayProxyResult>;
  readonly route: R;
  /** The same handler on other parts, for tests. */
  readonly on: (parts: Parts) => RouteHandler<R, Parts>;
}

/**
 * Makes the Lambda handler of a route, for the proxy events of a REST API.
 * @param needs makers of the parts that `serve` is handed: a bundle holds these and no others
 */
export function serveRoute<R extends Route, N extends Needs>(
  route: R,
  needs: N,
  serve: Serve<R, N>,
  given?: PartsOf<N> & StackParts,
): RouteHandler<R, PartsOf<N> & StackParts> {
  const base = given ? makersOf(given) : STACK;
  const parts = given ? () => given : once(() => makeParts(needs));
  const handler = stack<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(requestLog(route, base))
    .use(responseHeaders(base))
    .use(viewerAddress(base))
    .use(errorReplies(route, base))
    .use(readLanguage())
    .use(refuseOversize(route))
    .use(countForms(route, base))
    .use(readForm(route))
    .use(guard(route, base))
    .use(readInput(route))
    .handler<APIGatewayProxyEvent, APIGatewayProxyResult>(async (event) => {
      const { caller, input, language = 'en', requestContext } = event;
      const { identity, requestId } = requestContext;
      const header = (name: string) => headerOf(event, name);
      const bytes = () => bytesOf(event);
      const { sourceIp } = identity;
      const call = { ...input, caller, language, sourceIp, requestId, header, bytes };
      const reply = await serve(call, parts());
      return replyOf(route, reply, base.env().CHECK_OUTPUT);
    });
  return Object.assign(
    (event: APIGatewayProxyEvent, lambda: LambdaContext) =>
      withRequestId(event.requestContext.requestId, () => handler(event, lambda)),
    {
      route,
      on: (other: PartsOf<N> & StackParts) => serveRoute(route, needs, serve, other),
    },
  );
}
