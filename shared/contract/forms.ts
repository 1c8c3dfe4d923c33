import * as z from 'zod/mini';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../model/verdict.ts';
import { count, emptyResponse, envelope, id, required, timestamp } from './fields.ts';
import { defineRoutes } from './route.ts';

export const MAX_FORMS = 20;
const MAX_ORIGINS = 20;
/** Largest daily limit (UTC) that a customer can set for the mailbox checks of a form. */
const MAX_FORM_CHECKS = 100_000;

/** An origin as browsers send it (RFC 6454 §6.2). Only localhost may use HTTP. */
const isOrigin = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isLocalhost = hostname === 'localhost' || hostname === '127.0.0.1';
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLocalhost));
};

const formRequest = z.object({
  name: required().check(z.maxLength(60, { error: 'field.too_long' })),
  origins: z.array(required().check(z.maxLength(300)), { error: 'field.required' }).check(
    z.minLength(1, { error: 'field.required' }),
    z.maxLength(MAX_ORIGINS),
    z.refine((origins) => origins.every(isOrigin), { error: 'field.origin' }),
  ),
  daily_checks: z.int().check(z.minimum(1), z.maximum(MAX_FORM_CHECKS)),
});

/** Counts of the addresses typed into a form on one day. Rate-limited calls are not counted. */
export const formDay = z.object({
  /** ISO 8601, UTC. */
  day: z.string(),
  /** Mailboxes checked with an answer. Each costs at most one credit. */
  asked: count(),
  /** Credits used, including those of checks in flight; not recorded on older days. */
  credits: z._default(count(), 0),
  suggested: count(),
  undeliverable: count(),
  disposable: count(),
  /** Calls from pages whose origin is not allowed. */
  wrong_origin: count(),
  /** Calls after the credits of the form's daily limit (`daily_checks`) were used. */
  over_bound: count(),
  /** Checks that lack of credits, a limit or a failure left unanswered; 0 for older days. */
  unanswered: z._default(count(), 0),
});
export type FormDay = z.infer<typeof formDay>;

/** A form on a customer's pages, which checks the addresses that visitors type. */
export const form = z.extend(formRequest, { id: z.string(), created_at: timestamp() });

const formRow = z.extend(form, {
  live_key: z.string(),
  test_key: z.string(),
  /** Secret that signs the tokens of checked addresses. */
  secret: z.string(),
  /** Of the last seven days, those with any counts, oldest first. */
  days: z.array(formDay),
});
export type FormRow = z.infer<typeof formRow>;

const params = z.object({ id: id() });
const formMutation = {
  auth: 'customer-terms',
  body: formRequest,
  output: envelope(formRow),
} as const;

export const formRoutes = defineRoutes('forms', {
  /** Called by a customer's page for each address that a visitor types. */
  checkForm: {
    method: 'POST',
    path: '/api/form/check',
    auth: 'public',
    anyOrigin: true,
    body: z.object({
      key: z.string().check(z.maxLength(100)),
      email: required().check(z.maxLength(1024, { error: 'field.email' })),
      /** `domain` is free and returns only what is known without asking the mail server. */
      ask: z.enum(['domain', 'mailbox']),
      /** Solution of the challenge that came with the error `captcha_required`. */
      captcha: z.optional(z.string().check(z.maxLength(5000))),
    }),
    output: envelope(
      z.object({
        /** Absent if nothing is known about the address. */
        status: z.optional(z.enum(VERDICT_STATUSES)),
        reason: z.optional(z.enum(VERDICT_REASONS)),
        suggestion: z.optional(z.string()),
        /** Signed verdict (a JWT, RFC 7519) for the server that receives the form. */
        token: z.optional(z.string()),
      }),
    ),
    errors: [
      'wrong_api_key',
      'api_paid_only',
      'wrong_origin',
      'daily_bound',
      'captcha_required',
      'not_enough_credits',
      'bad_address',
      'test_address_only',
      'request_reused',
    ],
  },

  listForms: {
    method: 'GET',
    path: '/api/forms',
    auth: 'customer-terms',
    output: envelope(z.object({ forms: z.array(formRow) })),
  },

  createForm: {
    ...formMutation,
    method: 'POST',
    path: '/api/forms',
    errors: ['too_many_forms'],
  },

  updateForm: {
    ...formMutation,
    method: 'POST',
    path: '/api/forms/{id}',
    params,
    errors: ['not_found'],
  },

  deleteForm: {
    method: 'DELETE',
    path: '/api/forms/{id}',
    auth: 'customer-terms',
    params,
    output: emptyResponse(),
    errors: ['not_found'],
  },
});
