import type * as z from 'zod/mini';
import type { TextKey } from './en.ts';

/** The text key of a problem; with `values` to list after the text, such as the allowed ones. */
export type FieldProblem = string | { readonly text: TextKey; readonly values: readonly unknown[] };

/** Zod's names of number types. All numbers in requests are whole. */
const NUMBER_TYPES = new Set(['number', 'int']);
const COUNTED_TYPES = new Set([...NUMBER_TYPES, 'array']);

/** Describes the problem of a value, for schemas that define no message. */
export function problemOf(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): FieldProblem {
  if (issue.code === 'invalid_value') return { text: 'field.not_allowed', values: issue.values };
  if (issue.code === 'too_small' && COUNTED_TYPES.has(issue.origin))
    return { text: 'field.minimum', values: [issue.minimum] };
  if (issue.code === 'too_big' && COUNTED_TYPES.has(issue.origin))
    return { text: 'field.maximum', values: [issue.maximum] };
  if (issue.code !== 'invalid_type') return 'field.invalid';
  if (issue.expected === 'boolean') return { text: 'field.not_allowed', values: [true, false] };
  if (NUMBER_TYPES.has(issue.expected)) return 'field.whole_number';
  if (issue.input === undefined) return 'field.required';
  return { text: 'field.type', values: [issue.expected] };
}
