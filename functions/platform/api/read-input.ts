import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { AppError } from '../../../shared/contract/errors.ts';
import { getRouteMember, type Route, acceptsInput } from '../../../shared/contract/route.ts';
import { type FieldProblem, problemOf } from '../../../shared/texts/field-problem.ts';
import { isTextKey } from '../../../shared/texts/text.ts';
import type { ApiEvent, RouteInput } from './call.ts';
import { bodyBytesOf, mediaTypeOf } from './event.ts';

/** @throws {AppError} `validation`, with the problems of each field */
function parseOrThrow<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  const fields: Record<string, FieldProblem[]> = {};
  for (const issue of result.error.issues) {
    const problems = (fields[issue.path.map(String).join('.')] ??= []);
    // A schema's own message says that the value is missing, so it is not used for a wrong type.
    const isWrongType = issue.code === 'invalid_type' && issue.input !== undefined;
    const problem = isTextKey(issue.message) && !isWrongType ? issue.message : problemOf(issue);
    if (!problems.includes(problem)) problems.push(problem);
  }
  throw new AppError('validation', { fields });
}

/** Whether a value contains a lone surrogate, which cannot be stored, compared or emailed. */
const hasLoneSurrogate = (value: unknown): boolean =>
  typeof value === 'string'
    ? !value.isWellFormed()
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(entryHasLoneSurrogate);

const entryHasLoneSurrogate = ([name, value]: readonly [string, unknown]): boolean =>
  hasLoneSurrogate(name) || hasLoneSurrogate(value);

function rejectLoneSurrogates(entries: readonly (readonly [string, unknown])[]): void {
  if (entries.length === 0) return;
  // The name itself may contain a lone surrogate, but the response must be well-formed.
  const fields = entries.map(([name]) => [name.toWellFormed(), ['field.invalid']] as const);
  throw new AppError('validation', { fields: Object.fromEntries(fields) });
}

function readJson(event: APIGatewayProxyEvent, { anyOrigin }: Route): unknown {
  const mediaType = mediaTypeOf(event);
  if (mediaType !== 'application/json' && !(anyOrigin && mediaType === 'text/plain'))
    throw new AppError('unsupported_media_type');
  let value: unknown;
  let invalidEntries: [string, unknown][];
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bodyBytesOf(event));
    value = JSON.parse(text);
    // Keep this inside the try block, so that JSON nested too deeply to search counts as malformed.
    invalidEntries = Object.entries(value ?? {}).filter(entryHasLoneSurrogate);
  } catch (cause) {
    throw new AppError('malformed', { text: 'error.not_json' }, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('malformed', { text: 'error.not_json' });
  rejectLoneSurrogates(invalidEntries);
  return value;
}

function readParameters(parameters: Readonly<Record<string, string | undefined>> | null): unknown {
  rejectLoneSurrogates(Object.entries(parameters ?? {}).filter(entryHasLoneSurrogate));
  return parameters ?? {};
}

/** @throws {AppError} `malformed`, `unsupported_media_type`, `validation` */
export const readInput = <R extends Route>(
  route: R,
): MiddlewareObj<ApiEvent & { input: RouteInput<R> }, APIGatewayProxyResult> => ({
  before: ({ event }) => {
    const { form, pathParameters, queryStringParameters } = event;
    const readPart = (part: 'params' | 'query' | 'body', read: () => unknown): unknown =>
      acceptsInput(route, part) ? read() : undefined;
    const params = readPart('params', () => readParameters(pathParameters));
    const query = readPart('query', () => readParameters(queryStringParameters));
    event.input = {
      params: parseOrThrow(getRouteMember(route, 'params'), params),
      query: parseOrThrow(getRouteMember(route, 'query'), query),
      body: form
        ? parseOrThrow(getRouteMember(route, 'form'), { ...form.fields, file: form.file })
        : parseOrThrow(
            getRouteMember(route, 'body'),
            readPart('body', () => readJson(event, route)),
          ),
    };
  },
});
