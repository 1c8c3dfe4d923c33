import * as z from 'zod';

/**
 * Output schemas (`outputSchema`, MCP 2025-11-25, "Tools"). A client rejects a response that does
 * not match, even a failure or a result that was already paid for. So no member is required,
 * members may be added, and a member of an unexpected type only appears in the text of the
 * response.
 */
const optionalField = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);

const count = optionalField(z.number().int());
const text = optionalField(z.string());

const question = {
  confirm: optionalField(z.literal('needed')).describe('the person has to agree to the cost first'),
  question: text,
  token: text,
  costs_at_most: count,
  credits_left_today: count,
};

const address = optionalField(z.union([z.string(), z.looseObject({ untrusted: z.string() })]));

const verdict = {
  email: address,
  status: optionalField(z.enum(['deliverable', 'undeliverable', 'risky', 'unknown'])),
  reason: text,
  score: count,
};

const list = {
  id: text,
  state: text,
  reason: optionalField(z.string().nullable()),
  total_email: count,
  processed: count,
  valid: count,
  invalid: count,
  risky: count,
  unknown: count,
};

const row = { row: optionalField(z.number().int().nullable()), ...verdict, address };

const report = { id: text, state: text, rows: count, addresses: count, matched: count };

export const outputSchemas = {
  check: z.looseObject({ ...verdict, ...question }),
  started: z.looseObject({ ...list, ...question }),
  list: z.looseObject(list),
  lists: z.looseObject({ lists: optionalField(z.array(z.looseObject(list))) }),
  rows: z.looseObject({ rows: optionalField(z.array(z.looseObject(row))) }),
  watch: z.looseObject({
    every: text,
    max_credits: count,
    next_at: optionalField(z.string().nullable()),
    ...question,
  }),
  report: z.looseObject(report),
  reports: z.looseObject({ reports: optionalField(z.array(z.looseObject(report))) }),
  link: z.looseObject({ url: text, expires_at: text }),
  saved: z.looseObject({ file: text, bytes: count }),
  credits: z.looseObject({ available: count, reserved: count, held: count, debt: count }),
};
