import { z } from 'zod';
import { invalidRequestError } from '../model/errors.ts';

/** Form values are text, so these schemas parse numbers and flags. */
export const text = z.string().min(1);
/** Text, or an empty value, which becomes null and clears the field. */
export const clearableText = (max = 5000) =>
  z
    .string()
    .max(max)
    .transform((value) => value || null);
export const integer = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const url = z.string().regex(/^https?:\/\//);
/** An empty value removes its key; an empty value in place of the object removes all keys. */
export const metadata = z.union([z.literal(''), z.record(z.string().max(40), z.string().max(500))]);

/** Every call also accepts `expand`, which is not part of these schemas. */
export const formSchema = <Required extends z.ZodRawShape, Optional extends z.ZodRawShape>(
  required: Required,
  optional: Optional,
) => z.strictObject({ ...required, ...z.object(optional).partial().shape });

export function mergeMetadata(
  before: Record<string, string>,
  change: z.output<typeof metadata> | undefined,
): Record<string, string> {
  if (change === undefined) return before;
  if (change === '') return {};
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== '');
  return Object.fromEntries(merged);
}

/** @throws {StripeApiError} for the first invalid parameter */
export function parseParameters<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  const [issue] = error.issues;
  throw issue === undefined
    ? invalidRequestError('Invalid parameters.')
    : parameterError(issue, input);
}

function parameterError(issue: z.core.$ZodIssue, input: unknown): Error {
  const keys = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const param = paramName([...keys, issue.keys[0] ?? '']);
    return invalidRequestError(`Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    });
  }
  const [nested] = issue.code === 'invalid_union' ? issue.errors.flat() : [];
  if (nested?.code === 'unrecognized_keys')
    return parameterError({ ...nested, path: [...issue.path, ...nested.path] }, input);
  const param = paramName(keys);
  return valueAt(input, keys) === undefined
    ? invalidRequestError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
    : invalidRequestError(`Invalid ${param}`, { param });
}

const paramName = ([first = '', ...rest]: string[]): string =>
  first + rest.map((part) => `[${part}]`).join('');

function valueAt(input: unknown, [first, ...rest]: string[]): unknown {
  if (first === undefined) return input;
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, first)) return undefined;
  return valueAt(Object.entries(input).find(([name]) => name === first)?.[1], rest);
}
