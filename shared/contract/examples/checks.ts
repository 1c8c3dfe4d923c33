import type { checkRoutes } from '../checks.ts';
import type { ExamplesOf } from './example.ts';

const flags = {
  catch_all: false,
  disposable: false,
  role: false,
  free: false,
  mailbox_full: false,
};

export const checkExamples = {
  checkEmail: {
    notes: [
      '`data` is the sentence for a person, in two answers: a risky address counts as invalid.',
      '`result` is the whole verdict for a program.',
      '',
      'A call may carry the header `Idempotency-Key`: the same key with the same address is charged',
      'once, however often it is sent, so a call whose answer was lost can be made again.',
    ].join('\n'),
    body: { email: 'ada@customer.test' },
    response: {
      data: 'This email is valid',
      result: {
        email: 'ada@customer.test',
        status: 'deliverable',
        reason: 'accepted',
        confidence: 0.98,
        flags,
        mx: 'mx1.customer.test',
        reply: {
          stage: 'rcpt',
          code: 250,
          enhanced: '2.1.5',
          text: '250 2.1.5 Recipient OK',
        },
      },
    },
    otherResponses: {
      invalid: {
        data: 'This email is not valid',
        result: {
          email: 'ada@custommer.test',
          status: 'undeliverable',
          reason: 'no_such_domain',
          confidence: 1,
          flags,
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
          retry_after_s: 300,
        },
      },
    },
  },
} satisfies ExamplesOf<typeof checkRoutes>;
