import type { Rule } from '../rule.ts';

/** Positive replies. Of a recipient they only say that this server takes mail for it. */
export const ACCEPTED: readonly Rule[] = [
  {
    id: 'accepted',
    outcome: 'accepted',
    codes: ['250', '251'],
    examples: [
      '250 2.1.5 Ok',
      '250 OK',
      '251 User not local; will forward to <user@example.net>',
      '250 2.1.5 Recipient <user@example.com> ok, mailbox full warning ignored',
    ],
  },
  {
    id: 'accepted.unverified',
    outcome: 'accepted_unverified',
    codes: ['252'],
    examples: ['252 2.5.2 Cannot VRFY user, but will accept message and attempt delivery'],
  },
  {
    id: 'step-done.greeting',
    outcome: 'nothing_learnt',
    stages: ['connect'],
    codes: ['220'],
    examples: [{ stage: 'connect', reply: '220 mx.example.com ESMTP Postfix' }],
  },
  {
    id: 'step-done',
    outcome: 'nothing_learnt',
    stages: ['ehlo', 'mail'],
    codes: ['250'],
    examples: [
      { stage: 'ehlo', reply: '250-mx.example.com\r\n250-PIPELINING\r\n250 SIZE 35882577' },
      { stage: 'mail', reply: '250 2.1.0 Sender ok' },
    ],
  },
];
