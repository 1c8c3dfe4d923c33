import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { type AppError, errorCatalogue } from '../../../shared/contract/errors.ts';
import type { Route } from '../../../shared/contract/route.ts';
import type { Language } from '../../../shared/model/account.ts';
import { attachmentName } from '../../../shared/model/attachment-name.ts';
import { isTextKey, text } from '../../../shared/texts/text.ts';
import type { FileResult, RedirectResult } from './call.ts';

/** Seconds after which a caller may come back to what is out of service. */
const UNAVAILABLE_S = 30;

/** Keeps the byte order mark, by which spreadsheets know UTF-8. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export const jsonResponse = (statusCode: number, body: unknown): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/**
 * A file travels as text, which all our files are: API Gateway would hand base64 on as letters to
 * every caller whose Accept does not begin with a binary media type of the API.
 */
export const fileResponse = (
  { bytes, name }: FileResult,
  mediaType: string,
): APIGatewayProxyResult => ({
  statusCode: 200,
  headers: {
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Content-Disposition': attachmentName(name),
  },
  body: utf8.decode(bytes),
  isBase64Encoded: false,
});

/** Sends a browser on by GET (RFC 9110 §15.4.4). */
export const redirectResponse = (location: string): APIGatewayProxyResult => ({
  statusCode: 303,
  headers: { Location: location },
  body: '',
});

/** A promised failure in the caller's language: `{ message, code, fields?, … }`. */
export function errorResponse(
  { code, extras }: AppError,
  language: Language,
): APIGatewayProxyResult {
  const { status, text: key } = errorCatalogue[code];
  const sentence = (name: string): string =>
    text(language, isTextKey(name) ? name : 'field.invalid');
  const fields = Object.fromEntries(
    Object.entries(extras.fields ?? {}).map(([name, keys]) => [name, keys.map(sentence)]),
  );
  const ofFields = [...new Set(Object.values(fields).flat())];
  const general = key === null ? [] : [text(language, key)];
  const response = jsonResponse(status, {
    message: ofFields.length > 0 ? ofFields : general,
    code,
    ...(extras.fields && { fields }),
    ...extras.body,
  });
  const retryAfter = extras.retryAfter ?? (status === 503 ? UNAVAILABLE_S : undefined);
  if (retryAfter === undefined) return response;
  return { ...response, headers: { ...response.headers, 'Retry-After': String(retryAfter) } };
}

const isFile = (result: unknown): result is FileResult =>
  typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'file';

const isRedirect = (result: unknown): result is RedirectResult =>
  typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'redirect';

/** A response that is not what the contract says is a bug: undeclared members count as one. */
function checkOutput(route: Route, result: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(result));
  const promised = z.safeParse(route.output, sent);
  if (!promised.success)
    throw new Error(`${route.path} breaks its contract: ${z.prettifyError(promised.error)}`);
  if (!isDeepStrictEqual(promised.data, sent))
    throw new Error(`${route.path} returns more than its contract says`);
}

/**
 * The response of a route that succeeds: where it leads, its file, or JSON.
 * @param checks whether to hold the JSON against the contract; throws an Error when it differs
 */
export function responseOf(route: Route, result: unknown, checks: boolean): APIGatewayProxyResult {
  if (route.redirect !== undefined && isRedirect(result)) return redirectResponse(result.location);
  if (route.file && isFile(result)) return fileResponse(result, route.file);
  if (checks) checkOutput(route, result);
  return jsonResponse(200, result);
}
