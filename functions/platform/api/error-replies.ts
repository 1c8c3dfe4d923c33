import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Route } from '../../../shared/contract/route.ts';
import type { Log } from '../log.ts';
import type { Makers } from '../parts.ts';
import type { ApiEvent } from './call.ts';
import { errorReply, redirectReply } from './reply.ts';

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
    if (!promised) {
      const { requestId } = event.requestContext;
      log().error('unexpected', error, { route: path, method, requestId });
    }
    const failure = promised ? error : new AppError('internal');
    request.response =
      redirect === undefined
        ? errorReply(failure, event.language ?? 'en')
        : redirectReply(`${env().PUBLIC_ORIGIN}${redirect}?error=${failure.code}`);
  },
});
