import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { AppError } from '../../../shared/contract/errors.ts';
import { type Route, acceptsInput } from '../../../shared/contract/route.ts';
import type { ApiEvent } from './call.ts';
import { mediaTypeOf } from './event.ts';

/** Default limit of JSON bodies; a route can set another. */
const MAX_JSON_BYTES = 256 * 1024;
/** Allowance for the fields and boundaries around a multipart form's file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

/** Returns the size of the body in bytes, estimated without decoding base64. */
const bodySize = ({ body, isBase64Encoded }: APIGatewayProxyEvent): number =>
  isBase64Encoded ? Math.floor(((body ?? '').length * 3) / 4) - 2 : Buffer.byteLength(body ?? '');

export const hasMultipartForm = (route: Route, event: APIGatewayProxyEvent): boolean =>
  acceptsInput(route, 'form') && mediaTypeOf(event) === 'multipart/form-data';

/** @throws {AppError} `payload_too_large` */
export const rejectOversize = (route: Route): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
  before: ({ event }) => {
    if (!acceptsInput(route, 'body')) return;
    const { formFile, maxJsonBytes = MAX_JSON_BYTES } = route;
    const isForm = formFile && hasMultipartForm(route, event);
    const maxBytes = isForm ? formFile.maxBytes + FORM_OVERHEAD_BYTES : maxJsonBytes;
    if (bodySize(event) > maxBytes) throw new AppError('payload_too_large');
  },
});
