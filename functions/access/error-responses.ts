import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { AUTH_RULES } from '../../shared/contract/auth.ts';
import { AppError, type ErrorCode, type SecurityEvent } from '../../shared/contract/errors.ts';
import { getDocumentedErrors } from '../../shared/contract/openapi/documented-errors.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { Log } from '../platform/log.ts';
import type { PlatformDeps } from '../platform/deps.ts';
import { ConflictError } from '../platform/retry-on-conflict.ts';
import type { Caller } from './authenticate.ts';
import { logSecurity } from './security-log.ts';
import type { ApiEvent } from '../platform/api/call.ts';
import { errorResponse, redirectResponse } from '../platform/api/response.ts';

const SECURITY_EVENTS: Partial<Record<ErrorCode, SecurityEvent>> = {
  wrong_credentials: 'login_failed',
  wrong_code: 'code_failed',
  wrong_factor: 'factor_failed',
  csrf: 'csrf_refused',
  too_many_requests: 'limit_reached',
  api_paid_only: 'key_refused',
};

function logSecurityError(log: Log, { code, extras }: AppError, event: ApiEvent): void {
  const what = extras.security ?? SECURITY_EVENTS[code];
  if (what === undefined) return;
  const { sourceIp } = event.requestContext.identity;
  logSecurity(log, { what, account: extras.account ?? event.account, sourceIp });
}

/**
 * Maps conflicts to a client error. Customers can cause conflicts with concurrent calls, so a
 * conflict must not count as a failure of the service.
 */
function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return error instanceof ConflictError
    ? new AppError('too_many_requests', { retryAfter: 1 }, { cause: error })
    : new AppError('internal');
}

/**
 * Converts errors to responses in the caller's language or, for a link, to a redirect to the web
 * app. Unexpected errors are logged and become a bare 500. A code that the route's contract does
 * not declare is logged; with `CHECK_OUTPUT`, it also becomes a 500.
 */
export const respondToErrors = (
  route: Route,
  deps: Pick<PlatformDeps, 'env' | 'log'>,
): MiddlewareObj<ApiEvent & { caller?: Caller | undefined }, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { auth, method, path, redirect } = route;
    const { error, event } = request;
    const fields = { route: path, method };
    let failure = failureOf(error);
    if (failure.code === 'internal') {
      deps.log.error('unexpected', error, fields);
    } else if (getDocumentedErrors(route).includes(failure.code)) {
      logSecurityError(deps.log, failure, event);
    } else {
      deps.log.error('undeclared_error', failure, fields);
      if (deps.env.CHECK_OUTPUT) failure = new AppError('internal');
    }
    request.response =
      redirect === undefined
        ? errorResponse(
            failure,
            event.language ?? 'en',
            event.requestContext.requestId,
            AUTH_RULES[auth].keys && event.caller?.via !== 'session',
          )
        : redirectResponse(`${deps.env.PUBLIC_ORIGIN}${redirect}?error=${failure.code}`);
  },
});
