import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { AppError, type ErrorCode, type SecurityEvent } from '../../../shared/contract/errors.ts';
import type { Route } from '../../../shared/contract/route.ts';
import type { Log } from '../log.ts';
import type { Makers } from '../parts.ts';
import { logSecurity } from '../security-log.ts';
import type { ApiEvent } from './call.ts';
import { errorReply, redirectReply } from './reply.ts';

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
 * Makes every failure an answer in the caller's language, or for a link the page of the web app
 * that shows it. One that was not promised is logged and becomes a 500 that says nothing.
 */
export const errorReplies = (
  { method, path, redirect }: Route,
  { env, log }: Makers<{ env: { readonly PUBLIC_ORIGIN: string }; log: Log }>,
): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
  onError: (request) => {
    const { error, event } = request;
    const promised = error instanceof AppError;
    if (promised) noteSecurity(log(), error, event);
    else log().error('unexpected', error, { route: path, method });
    const failure = promised ? error : new AppError('internal');
    request.response =
      redirect === undefined
        ? errorReply(failure, event.language ?? 'en')
        : redirectReply(`${env().PUBLIC_ORIGIN}${redirect}?error=${failure.code}`);
  },
});
