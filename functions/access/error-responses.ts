import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { AppError, type ErrorCode, type SecurityEvent } from '../../shared/contract/errors.ts';
import { promisedErrors } from '../../shared/contract/openapi/promised-errors.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { Log } from '../platform/log.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import { logSecurity } from './security-log.ts';
import type { ApiEvent } from '../platform/api/call.ts';
import { errorResponse, redirectResponse } from '../platform/api/response.ts';

/** Failures that are always an event of security. */
const SECURITY: Partial<Record<ErrorCode, SecurityEvent>> = {
  wrong_credentials: 'login_failed',
  wrong_code: 'code_failed',
  csrf: 'csrf_refused',
  too_many_requests: 'limit_reached',
  api_paid_only: 'key_refused',
};

/** Notes a promised failure that an operator watches for. */
function noteSecurity(log: Log, { code, extras }: AppError, event: ApiEvent): void {
  const what = extras.security ?? SECURITY[code];
  if (what === undefined) return;
  const { sourceIp } = event.requestContext.identity;
  logSecurity(log, { what, account: extras.account ?? event.account, sourceIp });
}

/**
 * Makes every failure a response in the caller's language, or for a link the page of the web app
 * that shows it. One that was not promised is logged and becomes a 500 that says nothing. A code
 * that the contract of the route does not name is logged; with `CHECK_OUTPUT` it is a 500 as well.
 */
export const errorResponses = (
  route: Route,
  deps: Pick<PlatformDeps, 'env' | 'log'>,
): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { method, path, redirect } = route;
    const { error, event } = request;
    const fields = { route: path, method };
    let failure = error instanceof AppError ? error : new AppError('internal');
    if (failure !== error) {
      deps.log.error('unexpected', error, fields);
    } else if (promisedErrors(route).includes(failure.code)) {
      noteSecurity(deps.log, failure, event);
    } else {
      deps.log.error('undeclared_error', failure, fields);
      if (deps.env.CHECK_OUTPUT) failure = new AppError('internal');
    }
    request.response =
      redirect === undefined
        ? errorResponse(failure, event.language ?? 'en', event.requestContext.requestId)
        : redirectResponse(`${deps.env.PUBLIC_ORIGIN}${redirect}?error=${failure.code}`);
  },
});
