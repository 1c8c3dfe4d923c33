import * as z from 'zod/mini';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../model/verdict.ts';
import { required } from './fields.ts';
import { defineRoutes } from './route.ts';

/** The engine's verdict as programs see it. */
export const verdict = z.object({
  email: z.string(),
  status: z.enum(VERDICT_STATUSES),
  reason: z.enum(VERDICT_REASONS),
  confidence: z.number(),
  flags: z.object({
    catch_all: z.boolean(),
    disposable: z.boolean(),
    role: z.boolean(),
    free: z.boolean(),
    mailbox_full: z.boolean(),
  }),
  suggestion: z.optional(z.string()),
  mx: z.optional(z.string()),
  provider: z.optional(z.string()),
  reply: z.optional(
    z.object({
      stage: z.enum(['connect', 'ehlo', 'mail', 'rcpt']),
      code: z.optional(z.int()),
      enhanced: z.optional(z.string()),
      text: z.string(),
    }),
  ),
  retry_after_s: z.optional(z.number()),
});

/** What the engine finds out about an address, in the words of the API. */
export type Verdict = z.output<typeof verdict>;

export const checkRoutes = defineRoutes('checks', {
  checkEmail: {
    method: 'POST',
    path: '/api/verify/email',
    auth: 'customer-or-key',
    limit: 'check_user',
    summary: 'Check one address; an answer costs a credit, "could not be verified" costs none',
    body: z.object({ email: required().check(z.maxLength(1024, { error: 'field.email' })) }),
    output: z.object({
      /** The sentence to show. */
      data: z.string(),
      result: verdict,
    }),
    errors: ['not_enough_credits', 'bad_address', 'test_address_only', 'request_reused'],
  },
});
