import * as z from 'zod/mini';
import { VERDICT_REASONS, VERDICT_STATUSES } from '../model/verdict.ts';
import { count, flag, id, requiredText, text } from './fields.ts';
import { defineRoutes } from './route.ts';

export const verdict = z
  .object({
    email: text('The verified address, without a display name'),
    status: z
      .enum(VERDICT_STATUSES)
      .check(
        z.describe(
          '`deliverable`: the mailbox exists; `undeliverable`: an email would bounce; `risky`: it may bounce, see `reason`; `unknown`: no clear answer, free',
        ),
      ),
    reason: z.enum(VERDICT_REASONS).check(z.describe('Reason for the status')),
    confidence: z
      .number()
      .check(
        z.describe(
          'Confidence in `status`, from 0 to 1, whatever the status; use `score` to rank addresses',
        ),
      ),
    flags: z
      .object({
        catch_all: flag('The domain accepts every address, so the mailbox may not exist'),
        disposable: flag('The domain provides temporary addresses'),
        role: flag('The address belongs to a function, such as `info`, not to a person'),
        free: flag('The domain provides free mailboxes, such as `gmail.com`'),
        mailbox_full: flag('The mailbox exists, but is over its quota'),
        // Checks that an older version stored on the previous day may lack the following fields.
        catch_all_unknown: z._default(
          flag('The domain did not answer the test whether it accepts every address'),
          false,
        ),
        tagged: z._default(flag('The local part has a tag, as in `ada+news@customer.test`'), false),
        gateway: z._default(flag('A company filters the email of the domain'), false),
        parked: z._default(flag('The domain is for sale or unused'), false),
        no_dmarc: z._default(flag('The domain has no DMARC record'), false),
      })
      .check(z.describe('Further facts about the address and its domain')),
    suggestion: z.optional(text('Corrected address, if this one looks mistyped')),
    mx: z.optional(text('Mail server that was asked, such as `mx1.sandbox.test`')),
    provider: z.optional(text('Id of the company that operates the mail server, such as `google`')),
    reply: z
      .optional(
        z.object({
          stage: z
            .enum(['connect', 'ehlo', 'mail', 'rcpt'])
            .check(z.describe('SMTP command that was answered')),
          code: z.optional(z.int().check(z.describe('SMTP reply code, such as 250'))),
          enhanced: z.optional(text('Enhanced status code of RFC 3463, such as `2.1.5`')),
          text: text('Reply of the mail server, verbatim'),
        }),
      )
      .check(z.describe('Decisive reply of the mail server; absent if it was not asked')),
    fact_age_s: z.optional(
      z.number().check(z.describe('Age of the cached fact that decided the verdict, in seconds')),
    ),
    retry_after_s: z.optional(
      z.number().check(z.describe('Seconds after which another check may get an answer')),
    ),
  })
  .check(z.describe('Verdict of the address'));

/** A verdict without its score; see `scoredVerdict`. */
export type Verdict = z.output<typeof verdict>;

export const score = () =>
  z
    .int()
    .check(
      z.minimum(0),
      z.maximum(100),
      z.describe('Probability that an email to the address arrives, in percent'),
    );

/** Maximum time that a caller can ask a check call to wait, in seconds. */
export const MAX_CHECK_SECONDS = 20;

export const scoredVerdict = z.extend(verdict, { score: score() });

const sentence = () => text('The result as a sentence, in the language of the call');

const checkResponse = z.object({ data: sentence(), result: scoredVerdict });

const pendingResponse = z.object({
  data: sentence(),
  pending: z
    .object({
      id: text('Id of the check, for `GET /api/verify/email/{id}`'),
      retry_after_s: count('Seconds to wait before asking for the result'),
    })
    .check(z.describe('The check that continues in the background')),
});

const checkRoute = { auth: 'customer-or-key', scope: 'check', role: 'member' } as const;

export const checkRoutes = defineRoutes('checks', {
  checkEmail: {
    method: 'POST',
    path: '/api/verify/email',
    ...checkRoute,
    limit: 'check_user',
    paidLimit: 'check_paid',
    idempotent: true,
    body: z.object({
      email: requiredText().check(
        z.maxLength(1024, { error: 'field.email' }),
        z.describe('Address to verify; a display name and `mailto:` are ignored'),
      ),
      timeout_s: z.optional(
        z
          .int()
          .check(
            z.minimum(1),
            z.maximum(MAX_CHECK_SECONDS),
            z.describe('Seconds to wait for the result before responding with 202; 20 by default'),
          ),
      ),
      wait: z.optional(
        flag('Whether to wait for the result, by default; `false` responds with 202 immediately'),
      ),
    }),
    output: checkResponse,
    accepted: pendingResponse,
    errors: [
      'not_enough_credits',
      'bad_address',
      'test_address_only',
      'request_reused',
      'checks_unavailable',
    ],
  },

  getCheck: {
    method: 'GET',
    path: '/api/verify/email/{id}',
    ...checkRoute,
    limit: 'poll_user',
    params: z.object({ id: id('`pending.id` of the check') }),
    output: checkResponse,
    accepted: pendingResponse,
    errors: ['not_found'],
  },
});
