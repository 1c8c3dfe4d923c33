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
  },
  {
    id: 'accepted',
    meaning: 'accepted',
    codes: ['250', '251'],
  },
  {
    id: 'accepted.unverified',
    meaning: 'accepted_unverified',
    codes: ['252'],
  },
  {
    id: 'step-done.greeting',
    meaning: 'nothing_learnt',
    stages: ['connect'],
    codes: ['220'],
  },
  {
    id: 'step-done',
    meaning: 'nothing_learnt',
    stages: ['ehlo', 'mail'],
    codes: ['250'],
  },
];
