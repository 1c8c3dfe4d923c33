import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { type AppError, errorCatalogue } from '../../../shared/contract/errors.ts';
import type { Route } from '../../../shared/contract/route.ts';
import type { Language } from '../../../shared/model/account.ts';
import { attachmentName } from '../../../shared/model/attachment-name.ts';
import { isTextKey, text } from '../../../shared/texts/text.ts';
import type { FileReply, RedirectReply } from './call.ts';

/** Seconds after which a caller may come back to what is out of service. */
const UNAVAILABLE_S = 30;

/** Keeps the byte order mark, by which spreadsheets know UTF-8. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export const jsonReply = (statusCode: number, body: unknown): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/**
 * A file travels as text, which all our files are: API Gateway would hand base64 on as letters to
 * every caller whose Accept does not begin with a binary media type of the API.
 */
export const fileReply = (
  { bytes, name }: FileReply,
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
export const redirectReply = (location: string): APIGatewayProxyResult => ({
  statusCode: 303,
  headers: { Location: location },
  body: '',
});

/** A promised failure in the caller's language: `{ message, code, fields?, … }`. */
export function errorReply({ code, extras }: AppError, language: Language): APIGatewayProxyResult {
  const { status, text: key } = errorCatalogue[code];
  const sentence = (name: string): string =>
    text(language, isTextKey(name) ? name : 'field.invalid');
  const fields = Object.fromEntries(
    Object.entries(extras.fields ?? {}).map(([name, keys]) => [name, keys.map(sentence)]),
  );
  const ofFields = [...new Set(Object.values(fields).flat())];
  const general = key === null ? [] : [text(language, key)];
  const reply = jsonReply(status, {
    message: ofFields.length > 0 ? ofFields : general,
    code,
    ...(extras.fields && { fields }),
    ...extras.body,
  });
  const retryAfter = extras.retryAfter ?? (status === 503 ? UNAVAILABLE_S : undefined);
  if (retryAfter === undefined) return reply;
  return { ...reply, headers: { ...reply.headers, 'Retry-After': String(retryAfter) } };
}

const isFile = (reply: unknown): reply is FileReply =>
  typeof reply === 'object' && reply !== null && 'kind' in reply && reply.kind === 'file';

const isRedirect = (reply: unknown): reply is RedirectReply =>
  typeof reply === 'object' && reply !== null && 'kind' in reply && reply.kind === 'redirect';

/** A response that is not what the contract says is a bug: undeclared members count as one. */
function checkOutput(route: Route, reply: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(reply));
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
export function replyOf(route: Route, reply: unknown, checks: boolean): APIGatewayProxyResult {
  if (route.redirect !== undefined && isRedirect(reply)) return redirectReply(reply.location);
  if (route.file && isFile(reply)) return fileReply(reply, route.file);
  if (checks) checkOutput(route, reply);
  return jsonReply(200, reply);
}
