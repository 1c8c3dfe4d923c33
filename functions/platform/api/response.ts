import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { type AppError, errorCatalog } from '../../../shared/contract/errors.ts';
import type { Route } from '../../../shared/contract/route.ts';
import type { Language } from '../../../shared/model/account.ts';
import { formatContentDisposition } from '../../../shared/model/content-disposition.ts';
import type { FieldProblem } from '../../../shared/texts/field-problem.ts';
import { isTextKey, getText } from '../../../shared/texts/text.ts';
import type { AcceptedResult, FileResult, RedirectResult, RpcResult } from './call.ts';

/** `Retry-After` in seconds while a service is unavailable. */
const UNAVAILABLE_RETRY_SECONDS = 30;

/** Keeps the byte order mark, by which spreadsheet programs recognize UTF-8. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

export const jsonResponse = (statusCode: number, body: unknown): APIGatewayProxyResult => ({
  statusCode,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/**
 * Returns a file as text, which is possible because all our files are text. API Gateway decodes a
 * base64 body only for callers whose Accept header starts with one of the API's binary media types.
 */
export const fileResponse = (
  { bytes, name }: FileResult,
  mediaType: string,
): APIGatewayProxyResult => ({
  statusCode: 200,
  headers: {
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Content-Disposition': formatContentDisposition(name),
  },
  body: utf8.decode(bytes),
  isBase64Encoded: false,
});

export const redirectResponse = (location: string): APIGatewayProxyResult => ({
  statusCode: 303,
  headers: { Location: location },
  body: '',
});

/**
 * Returns an error response in the caller's language: `{ message, code, request_id, fields?, … }`.
 * @param namesFields whether `message` names the invalid fields, as API clients need; the web app
 *   shows each problem next to its field instead
 */
export function errorResponse(
  { code, extras }: AppError,
  language: Language,
  requestId: string,
  namesFields = false,
): APIGatewayProxyResult {
  const { status, text } = errorCatalog[code];
  const key = extras.text ?? text;
  const sentence = (problem: FieldProblem): string => {
    if (typeof problem === 'object')
      return `${getText(language, problem.text)} ${problem.values.join(', ')}`;
    return getText(language, isTextKey(problem) ? problem : 'field.invalid');
  };
  const fields = Object.fromEntries(
    Object.entries(extras.fields ?? {}).map(([name, problems]) => [name, problems.map(sentence)]),
  );
  const colon = language === 'fr' ? '\u00a0:' : ':';
  const fieldMessages = new Set(
    Object.entries(fields).flatMap(([name, sentences]) =>
      namesFields ? sentences.map((each) => `${name}${colon} ${each}`) : sentences,
    ),
  );
  const general = key === null ? [] : [getText(language, key)];
  const response = jsonResponse(status, {
    message: fieldMessages.size > 0 ? [...fieldMessages] : general,
    code,
    request_id: requestId,
    ...(extras.fields && { fields }),
    ...extras.body,
  });
  const retryAfter = extras.retryAfter ?? (status === 503 ? UNAVAILABLE_RETRY_SECONDS : undefined);
  if (retryAfter === undefined) return response;
  return { ...response, headers: { ...response.headers, 'Retry-After': String(retryAfter) } };
}

function acceptedResponse({ body, location, retryAfter }: AcceptedResult): APIGatewayProxyResult {
  const response = jsonResponse(202, body);
  const headers = { Location: location, 'Retry-After': String(retryAfter) };
  return { ...response, headers: { ...response.headers, ...headers } };
}

const isKind = (result: unknown, kind: string): boolean =>
  typeof result === 'object' && result !== null && 'kind' in result && result.kind === kind;

const isFile = (result: unknown): result is FileResult => isKind(result, 'file');
const isRedirect = (result: unknown): result is RedirectResult => isKind(result, 'redirect');
const isRpc = (result: unknown): result is RpcResult => isKind(result, 'rpc');
const isAccepted = (result: unknown): result is AcceptedResult => isKind(result, 'accepted');

/** Throws an Error if a response differs from the contract, even by an additional member. */
function checkOutput({ path }: Route, schema: z.core.$ZodType, result: unknown): void {
  const serialized: unknown = JSON.parse(JSON.stringify(result));
  const parsed = z.safeParse(schema, serialized);
  if (!parsed.success)
    throw new Error(`${path} breaks its contract: ${z.prettifyError(parsed.error)}`);
  if (!isDeepStrictEqual(parsed.data, serialized))
    throw new Error(`${path} returns members that its contract does not declare`);
}

/**
 * Returns the response to a successful call: a redirect, a file, or JSON; 202 if the result comes
 * later.
 * @param validate whether to validate the JSON against the contract
 * @throws {Error} if the validated JSON differs from the contract
 */
export function toResponse(
  route: Route,
  result: unknown,
  validate: boolean,
): APIGatewayProxyResult {
  if (route.redirect !== undefined && isRedirect(result)) return redirectResponse(result.location);
  if (route.rpc && isRpc(result)) {
    const { status, body } = result;
    if (body === undefined) return { statusCode: status, body: '' };
    if (validate) checkOutput(route, route.output, body);
    return jsonResponse(status, body);
  }
  if (route.file && isFile(result)) return fileResponse(result, route.file);
  if (route.accepted && isAccepted(result)) {
    if (validate) checkOutput(route, route.accepted, result.body);
    return acceptedResponse(result);
  }
  if (validate) checkOutput(route, route.output, result);
  return jsonResponse(200, result);
}
