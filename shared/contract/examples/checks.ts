import type { checkRoutes } from '../checks.ts';
import type { ExamplesOf } from './example.ts';
import { noFlags } from './lists.ts';

const flags = { ...noFlags, mailbox_full: false };

const ID = '01KAJ4T6Q8Z3M5N7P9R1S2V4W6';

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
  pending: { id: ID, retry_after_s: 300 },
};

export const checkExamples = {
  checkEmail: {
    summary: 'Check one address; an answer costs a credit, "could not be verified" costs none',
    notes: [
      '`data` is the sentence for a person, in two answers: a risky address counts as invalid.',
      '`result` is the whole verdict for a program. Its `score` is the probability in percent that a',
      'mail arrives; `flags` say what else is known of the address and its domain: `gateway`, that a',
      'company filters its mail; `parked`, that the domain is for sale or out of use; `no_dmarc`, that',
      'it has no DMARC record; `catch_all_unknown`, that its server did not answer the test of whether',
      'it accepts every address. `fact_age_s` is how old that is, in seconds, which was found out earlier',
      'and decides.',
      '',
      'What surrounds the address is left out, as in a list: `Ada <ada@customer.test>` and',
      '`mailto:ada@customer.test` are `ada@customer.test`. `result.email` is the address that was asked.',
      '',
      'A call may carry the header `Idempotency-Key`: the same key with the same address is charged',
      'once, however often it is sent, so a call whose answer was lost can be made again.',
      '',
      'With `timeout_s`, or `"wait": false`, an address that has no answer by then is asked on by',
      'itself, for an hour at most where its server wants it so. The call responds with 202 and where',
      'to ask, `Location`, after `Retry-After` seconds. The credit is held meanwhile, and comes back',
      'where nothing is found out.',
    ].join('\n'),
    body: { email: 'deliverable@sandbox.test' },
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
    summary: 'What became of a check that was responded to with 202; it is kept for a day',
    notes: 'Responds with 202, as the check did, as long as there is no answer.',
    params: { id: 'test-deliverable' },
    response: deliverable,
    accepted: pending,
  },
} satisfies ExamplesOf<typeof checkRoutes>;
