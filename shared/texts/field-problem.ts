import type * as z from 'zod/mini';
import type { TextKey } from './en.ts';

/** The text key of a problem, with the values that follow the text, such as those allowed. */
export type FieldProblem = string | { readonly text: TextKey; readonly values: readonly unknown[] };

/** Zod's names of number types. All numbers in requests are whole. */
const NUMBERS = new Set(['number', 'int']);
const COUNTED = new Set([...NUMBERS, 'array']);

/** Names the rule that a value violates, for schemas without a message. */
export function problemOf(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): FieldProblem {
  if (issue.code === 'invalid_value') return { text: 'field.not_allowed', values: issue.values };
  if (issue.code === 'too_small' && COUNTED.has(issue.origin))
    return { text: 'field.minimum', values: [issue.minimum] };
  if (issue.code === 'too_big' && COUNTED.has(issue.origin))
    return { text: 'field.maximum', values: [issue.maximum] };
  if (issue.code !== 'invalid_type') return 'field.invalid';
  if (issue.expected === 'boolean') return { text: 'field.not_allowed', values: [true, false] };
  if (NUMBERS.has(issue.expected)) return 'field.whole_number';
  if (issue.input === undefined) return 'field.required';
  return { text: 'field.type', values: [issue.expected] };
}
