import { z } from 'zod';
import { invalid } from '../model/errors.ts';

/** Schemas of parameters, which are all text in a form. */
export const text = z.string().min(1);
/** Text; an empty value sets the field to null. */
export const clearable = (max = 5000) =>
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

/**
 * The parameters of a call, in addition to `expand`.
 */
export const form = <Required extends z.ZodRawShape, Optional extends z.ZodRawShape>(
  required: Required,
  optional: Optional,
) => z.strictObject({ ...required, ...z.object(optional).partial().shape });

/** The metadata after an update. */
export function mergedMetadata(
  before: Record<string, string>,
  change: z.output<typeof metadata> | undefined,
): Record<string, string> {
  if (change === undefined) return before;
  if (change === '') return {};
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== '');
  return Object.fromEntries(merged);
}

/**
 * Validates a form or JSON against its schema.
 * @throws {StripeApiError} Stripe's error for the first invalid parameter
 */
export function readParameters<T extends z.ZodType>(schema: T, sent: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(sent);
  if (success) return data;
  const [issue] = error.issues;
  throw issue === undefined ? invalid('Invalid parameters.') : fault(issue, sent);
}

function fault(issue: z.core.$ZodIssue, sent: unknown): Error {
  const keys = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const param = named([...keys, issue.keys[0] ?? '']);
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const [nested] = issue.code === 'invalid_union' ? issue.errors.flat() : [];
  if (nested?.code === 'unrecognized_keys')
    return fault({ ...nested, path: [...issue.path, ...nested.path] }, sent);
  const param = named(keys);
  return at(sent, keys) === undefined
    ? invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
    : invalid(`Invalid ${param}`, { param });
}

const named = ([first = '', ...rest]: string[]): string =>
  first + rest.map((part) => `[${part}]`).join('');

function at(sent: unknown, [first, ...rest]: string[]): unknown {
  if (first === undefined) return sent;
  if (typeof sent !== 'object' || sent === null || !Object.hasOwn(sent, first)) return undefined;
  return at(Object.entries(sent).find(([name]) => name === first)?.[1], rest);
}
