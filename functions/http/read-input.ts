import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { AppError } from '../../shared/contract/errors.ts';
import type { FormOf, InputOf, Route } from '../../shared/contract/route.ts';
import { isTextKey } from '../../shared/texts/text.ts';
import { bytesOf, mediaTypeOf } from './event.ts';
import type { RawForm } from './read-form.ts';

/** The largest JSON any call has a use for. */
const MAX_JSON_BYTES = 256 * 1024;

/** Parses by a schema of the contract. Throws `validation` with the text keys of each field. */
function parsed<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues) {
    const keys = (fields[path.map(String).join('.')] ??= []);
    const key = isTextKey(message) ? message : 'field.invalid';
    if (!keys.includes(key)) keys.push(key);
  }
  throw new AppError('validation', { fields });
}

function readJson(event: APIGatewayProxyEvent): unknown {
  if (mediaTypeOf(event) !== 'application/json') throw new AppError('unsupported_media_type');
  const bytes = bytesOf(event);
  if (bytes.length > MAX_JSON_BYTES) throw new AppError('payload_too_large');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('malformed', {}, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('malformed');
  return value;
}

const part = (schema: z.core.$ZodType | undefined, value: () => unknown): unknown =>
  schema && parsed(schema, value());

export type Input<R extends Route> = InputOf<R> & { readonly fields: FormOf<R> | undefined };

/**
 * The parts of a call by the contract of its route. With a `form`, its text fields take the place
 * of the body. Throws `malformed`, `unsupported_media_type`, `payload_too_large` and `validation`.
 */
export function readInput<R extends Route>(
  route: R,
  event: APIGatewayProxyEvent,
  form: RawForm | undefined,
): Input<R> {
  return {
    params: part(route.params, () => event.pathParameters ?? {}),
    query: part(route.query, () => event.queryStringParameters ?? {}),
    body: form ? undefined : part(route.body, () => readJson(event)),
    fields: form && part(route.form, () => form.fields),
  } as Input<R>;
}
