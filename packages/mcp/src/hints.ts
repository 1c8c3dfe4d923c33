import * as z from 'zod';
import { UNASKED } from './spending.ts';

/** What tools that cost say of it. */
export const ASKING =
  `After ${UNASKED} credits of a day the person is asked. If the answer is a token, ask the ` +
  'person yourself and call again with it as confirm.';
export const confirm = z
  .string()
  .optional()
  .describe('the token, once the person has agreed to the cost');

/** Of tools that only tell, and of those that start something, which is one however often. */
export const READS = { readOnlyHint: true } as const;
export const STARTS = { readOnlyHint: false, idempotentHint: true, openWorldHint: true } as const;

/** The service may read each line of one as an address, and each is to be counted. */
export const linesOf = (emails: readonly string[]): string[] =>
  emails.flatMap((each) => each.split(/[\r\n]+/));
