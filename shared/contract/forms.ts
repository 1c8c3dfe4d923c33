import * as z from 'zod/mini';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../model/verdict.ts';
import {
  count,
  emptyResponse,
  envelope,
  objectId,
  requiredLine,
  requiredText,
  text,
} from './fields.ts';
import { defineRoutes } from './route.ts';

export const MAX_FORMS = 20;
const MAX_ORIGINS = 20;
/** Largest daily limit (UTC) that a customer can set for the mailbox checks of a form. */
const MAX_FORM_CHECKS = 100_000;

/** An origin as browsers send it (RFC 6454 §6.2). Only localhost may use HTTP. */
const isOrigin = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, hostname } = new URL(url);
  const isLocalhost = hostname === 'localhost' || hostname === '127.0.0.1';
  return origin === url && (protocol === 'https:' || (protocol === 'http:' && isLocalhost));
};

const formRequest = z.object({
  name: requiredLine(60),
  origins: z.array(requiredText().check(z.maxLength(300)), { error: 'field.required' }).check(
    z.minLength(1, { error: 'field.required' }),
    z.maxLength(MAX_ORIGINS),
    z.refine((origins) => origins.every(isOrigin), { error: 'field.origin' }),
    z.describe('Origins of the pages with the form, such as `https://shop.example`'),
  ),
  daily_checks: z
    .int()
    .check(
      z.minimum(1),
      z.maximum(MAX_FORM_CHECKS),
      z.describe('Maximum credits that the form spends per day in UTC'),
    ),
});

/** Domain checks that a rate limit rejects are not counted. */
export const dailyFormCounts = z.object({
  day: text('Day in UTC, such as `2026-11-20`'),
  asked: count('Mailboxes checked with an answer'),
  credits: z._default(
    count('Credits used, including those of checks in flight; 0 for older days'),
    0,
  ),
  suggested: count('Addresses with a suggested correction'),
  undeliverable: count('Undeliverable addresses'),
  disposable: count('Disposable addresses'),
  wrong_origin: count('Calls from pages whose origin is not allowed'),
  over_bound: count('Calls after the daily limit was reached'),
  unanswered: z._default(
    count('Checks left unanswered for lack of credits, a limit or a failure; 0 for older days'),
    0,
  ),
});
export type DailyFormCounts = z.infer<typeof dailyFormCounts>;

export const form = z.extend(formRequest, {
  id: z.string(),
  created_at: z.iso.datetime(),
});

const formRow = z.extend(form, {
  live_key: text('Publishable key, `pk_live_…`'),
  test_key: text('Publishable key for the sandbox addresses, `pk_test_…`'),
  days: z
    .array(dailyFormCounts)
    .check(z.describe('Counts of the last seven days, oldest first; days without any are omitted')),
});
export type FormRow = z.infer<typeof formRow>;

const params = z.object({ id: objectId() });
const formMutation = {
  auth: 'customer-terms',
  role: 'admin',
  sensitive: 'always',
  body: formRequest,
  output: envelope(formRow),
} as const;

export const formRoutes = defineRoutes('forms', {
  /** Called by the script of a form, on a page whose origin the owner of the form has allowed. */
  checkForm: {
    method: 'POST',
    path: '/api/form/check',
    auth: 'public',
    anyOrigin: true,
    body: z.object({
      key: z.string().check(z.maxLength(100), z.describe('Publishable key of the form')),
      email: requiredText().check(
        z.maxLength(1024, { error: 'field.email' }),
        z.describe('Address that the visitor typed'),
      ),
      ask: z
        .enum(['domain', 'mailbox'])
        .check(z.describe('`mailbox` asks the mail server; `domain` does not, and is free')),
      captcha: z
        .optional(z.string().check(z.maxLength(5000)))
        .check(z.describe('Solution of the challenge in the error `captcha_required`')),
    }),
    output: envelope(
      z.object({
        status: z
          .optional(z.enum(VERDICT_STATUSES))
          .check(z.describe('Verdict; absent if nothing is known about the address')),
        reason: z.optional(z.enum(VERDICT_REASONS)).check(z.describe('Reason for the status')),
        suggestion: z.optional(text('Corrected address, if this one looks mistyped')),
        token: z.optional(text('Signed verdict (JWT) for the server that receives the form')),
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
      'checks_unavailable',
    ],
  },

  listForms: {
    method: 'GET',
    path: '/api/forms',
    auth: 'customer-terms',
    role: 'admin',
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

  getFormSecret: {
    method: 'GET',
    path: '/api/forms/{id}/secret',
    auth: 'customer-terms',
    role: 'admin',
    sensitive: 'always',
    params,
    output: envelope(
      z.object({ secret: text('Secret that signs the tokens of checked addresses, `fsec_…`') }),
    ),
    errors: ['not_found'],
  },

  deleteForm: {
    method: 'DELETE',
    path: '/api/forms/{id}',
    auth: 'customer-terms',
    role: 'admin',
    params,
    output: emptyResponse(),
    errors: ['not_found'],
  },
});
