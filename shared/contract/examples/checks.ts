import type { checkRoutes } from '../checks.ts';
import type { ExamplesOf } from './example.ts';
import { noFlags } from './list-states.ts';

const flags = { ...noFlags, mailbox_full: false };

const EXAMPLE_CHECK_ID = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';

const deliverable = {
  data: 'This email is valid',
  result: {
    email: 'deliverable@sandbox.test',
    status: 'deliverable',
    reason: 'accepted',
    confidence: 0.98,
    flags,
    score: 98,
    mx: 'mx1.sandbox.test',
    reply: {
      stage: 'rcpt',
      code: 250,
      enhanced: '2.1.5',
      text: '250 2.1.5 Recipient OK',
    },
    fact_age_s: 9_000,
  },
} as const;

const pending = {
  data: 'This email is still being verified',
  pending: { id: EXAMPLE_CHECK_ID, retry_after_s: 300 },
};

export const checkExamples = {
  checkEmail: {
    summary: 'Verify one address',
    notes: [
      'A conclusive answer costs a credit; an unknown result is free. `data` is a sentence for people, which only distinguishes valid and invalid: a risky address counts as invalid. `result` is the complete verdict for programs. Its `score` is the probability, in percent, that an email arrives. `flags` are further facts about the address and its domain: `gateway`, a company filters its email; `parked`, the domain is for sale or unused; `no_dmarc`, it has no DMARC record; `catch_all_unknown`, its server did not answer the test whether it accepts every address. `fact_age_s` is the age, in seconds, of the cached fact that decided the verdict.',
      '',
      'As in a list, text around the address is ignored: `Ada <ada@customer.test>` and `mailto:ada@customer.test` are read as `ada@customer.test`. `result.email` is the address that was verified.',
      '',
      'If you send the header `Idempotency-Key`, calls with the same key and address are charged once, so you can safely repeat a call whose response was lost.',
      '',
      'With `timeout_s` or `"wait": false`, an address without a result by then is verified in the background, for at most an hour if its server requires it. The call responds with 202; call the URL in `Location` after `Retry-After` seconds. The credit is reserved in the meantime, and returned if the result stays unknown.',
    ].join('\n'),
    body: { email: 'deliverable@sandbox.test' },
    otherBodies: {
      quick: { email: 'deliverable@sandbox.test', timeout_s: 5 },
      background: { email: 'deliverable@sandbox.test', wait: false },
    },
    response: deliverable,
    accepted: pending,
    otherResponses: {
      invalid: {
        data: 'This email is invalid',
        result: {
          email: 'ada@custommer.test',
          status: 'undeliverable',
          reason: 'no_such_domain',
          confidence: 1,
          flags,
          score: 0,
          suggestion: 'ada@customer.test',
        },
      },
      unknown: {
        data: 'This email could not be verified, no credit was used',
        result: {
          email: 'ada@slow.test',
          status: 'unknown',
          reason: 'greylisted',
          confidence: 0,
          flags,
          score: 66,
          retry_after_s: 300,
        },
      },
    },
  },

  getCheck: {
    summary: 'The result of a check that responded with 202, available for a day',
    notes: 'Responds with 202, like the check, until there is a result.',
    params: { id: 'test-deliverable' },
    response: deliverable,
    accepted: pending,
  },
} satisfies ExamplesOf<typeof checkRoutes>;
