import * as z from 'zod/mini';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../model/verdict.ts';
import { count, id, required } from './fields.ts';
import { defineRoutes } from './route.ts';

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
    // Checks stored on the previous day, by an older version, may not have this field.
    catch_all_unknown: z._default(z.boolean(), false),
    tagged: z._default(z.boolean(), false),
    gateway: z._default(z.boolean(), false),
    parked: z._default(z.boolean(), false),
    no_dmarc: z._default(z.boolean(), false),
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
  fact_age_s: z.optional(z.number()),
  retry_after_s: z.optional(z.number()),
});

/** A verdict as the API returns it, without the score. */
export type Verdict = z.output<typeof verdict>;

/** The probability, in percent, that an email to the address arrives. */
export const score = () => z.int().check(z.minimum(0), z.maximum(100));

/** Maximum time that a caller can ask a check call to wait, in seconds. */
export const MAX_CHECK_SECONDS = 20;

const timeoutSeconds = z.int().check(z.minimum(1), z.maximum(MAX_CHECK_SECONDS));

export const scoredVerdict = z.extend(verdict, { score: score() });

const checkResponse = z.object({
  data: z.string(),
  result: scoredVerdict,
});

const pendingResponse = z.object({
  data: z.string(),
  pending: z.object({ id: z.string(), retry_after_s: count() }),
});

export const checkRoutes = defineRoutes('checks', {
  checkEmail: {
    method: 'POST',
    path: '/api/verify/email',
    auth: 'customer-or-key',
    scope: 'check',
    limit: 'check_user',
    paidLimit: 'check_paid',
    idempotent: true,
    body: z.object({
      email: required().check(z.maxLength(1024, { error: 'field.email' })),
      timeout_s: z.optional(timeoutSeconds),
      wait: z.optional(z.boolean()),
    }),
    output: checkResponse,
    accepted: pendingResponse,
    errors: ['not_enough_credits', 'bad_address', 'test_address_only', 'request_reused'],
  },

  getCheck: {
    method: 'GET',
    path: '/api/verify/email/{id}',
    auth: 'customer-or-key',
    scope: 'check',
    limit: 'poll_user',
    params: z.object({ id: id() }),
    output: checkResponse,
    accepted: pendingResponse,
    errors: ['not_found'],
  },
});
