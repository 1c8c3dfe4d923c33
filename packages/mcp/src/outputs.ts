import * as z from 'zod';

/**
 * Output schemas (`outputSchema`, MCP 2025-11-25, "Tools"). Other members may be added. A client
 * rejects a response that does not match, including failures and even after it was charged: so no
 * member is required, and one of another type is only in the text of the response.
 */
const member = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);

const count = member(z.number().int());
const text = member(z.string());

const question = {
  confirm: member(z.literal('needed')).describe('the person has to agree to the cost first'),
  token: text,
  costs_at_most: count,
  credits_left_today: count,
};

const address = member(z.union([z.string(), z.looseObject({ untrusted: z.string() })]));

const verdict = {
  email: address,
  status: member(z.enum(['deliverable', 'undeliverable', 'risky', 'unknown'])),
  reason: text,
  score: count,
};

const list = {
  id: text,
  state: text,
  reason: member(z.string().nullable()),
  total_email: count,
  processed: count,
  valid: count,
  invalid: count,
  risky: count,
  unknown: count,
};

const row = { row: member(z.number().int().nullable()), ...verdict, address };

export const outputs = {
  check: z.looseObject({ ...verdict, ...question }),
  started: z.looseObject({ ...list, ...question }),
  list: z.looseObject(list),
  lists: z.looseObject({ lists: member(z.array(z.looseObject(list))) }),
  rows: z.looseObject({ rows: member(z.array(z.looseObject(row))) }),
  watch: z.looseObject({
    every: text,
    max_credits: count,
    next_at: member(z.string().nullable()),
    ...question,
  }),
  saved: z.looseObject({ file: text, bytes: count }),
  credits: z.looseObject({ available: count, reserved: count, held: count, debt: count }),
};
