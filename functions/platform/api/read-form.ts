import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Route } from '../../../shared/contract/route.ts';
import type { ApiEvent, RawForm } from './call.ts';
import { bodyBytesOf, headerOf } from './event.ts';
import { hasMultipartForm } from './reject-oversize.ts';

async function parseForm(event: APIGatewayProxyEvent): Promise<FormData> {
  const contentType = headerOf(event, 'content-type') ?? '';
  const request = new Response(new Uint8Array(bodyBytesOf(event)), {
    headers: { 'content-type': contentType },
  });
  try {
    return await request.formData();
  } catch (cause) {
    throw new AppError('malformed', {}, { cause });
  }
}

async function formOf(
  event: APIGatewayProxyEvent,
  { maxBytes, maxNameLength }: NonNullable<Route['formFile']>,
): Promise<RawForm> {
  const form = await parseForm(event);

  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = value;

  const file = form.get('file');
  if (file === null || typeof file === 'string')
    throw new AppError('validation', { fields: { file: ['field.required'] } });
  if (file.name.length > maxNameLength)
    throw new AppError('validation', { fields: { file: ['field.too_long'] } });
  if (file.size > maxBytes) throw new AppError('payload_too_large');
  return { fields, file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } };
}

/**
 * @throws {AppError} `malformed`, `payload_too_large`; `validation` if the file is missing or its
 *   name is too long
 */
export const readForm = (route: Route): MiddlewareObj<ApiEvent, APIGatewayProxyResult> => ({
  before: async ({ event }) => {
    if (route.formFile && hasMultipartForm(route, event))
      event.form = await formOf(event, route.formFile);
  },
});
