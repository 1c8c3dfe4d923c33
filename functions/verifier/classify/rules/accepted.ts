import type { Rule } from '../rule.ts';

/** Positive replies. Of a recipient they only say that this server takes mail for it. */
export const ACCEPTED: readonly Rule[] = [
  {
    // sendmail, when it could not look the recipient up: it takes the mail and tries again.
    id: 'accepted.not-looked-up',
    meaning: 'server_error',
    stages: ['rcpt'],
    codes: ['250'],
    phrases: ['recipient ok will queue'],
    examples: ['250 2.1.5 <user@example.com>... Recipient ok (will queue)'],
  },
  {
    id: 'accepted',
    meaning: 'accepted',
    codes: ['250', '251'],
    examples: [
      '250 2.1.5 Ok',
      '250 Accepted',
      '251 User not local; will forward to <user@example.net>',
    ],
  },
  {
    id: 'accepted.unverified',
    meaning: 'accepted_unverified',
    codes: ['252'],
    examples: ['252 Cannot VRFY user, but will accept message and attempt delivery'],
  },
  {
    id: 'step-done.greeting',
    meaning: 'nothing_learnt',
    stages: ['connect'],
    codes: ['220'],
    examples: [{ stage: 'connect', reply: '220 mx.example.com ESMTP Postfix' }],
  },
  {
    id: 'step-done',
    meaning: 'nothing_learnt',
    stages: ['ehlo', 'mail'],
    codes: ['250'],
    examples: [
      { stage: 'mail', reply: '250 2.1.0 Ok' },
      {
        stage: 'ehlo',
        reply: '250-mx.example.com\r\n250-PIPELINING\r\n250-SIZE 10240000\r\n250 SMTPUTF8',
      },
    ],
  },
];
