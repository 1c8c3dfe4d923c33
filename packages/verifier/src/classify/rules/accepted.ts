import { defineRules } from './rule.ts';

/** Positive replies. For a recipient, they only mean that this server accepts mail for it. */
export const ACCEPTED_RULES = defineRules('nothing_learned', {
  // Sent by sendmail if it could not look up the recipient: it accepts the message and tries again.
  'accepted.not-looked-up': {
    meaning: 'server_error',
    stages: ['rcpt'],
    codes: ['250'],
    phrases: ['recipient ok will queue'],
  },
  accepted: { meaning: 'accepted', codes: ['250', '251'] },
  'accepted.unverified': { meaning: 'accepted_unverified', codes: ['252'] },
  'step-done.greeting': { stages: ['connect'], codes: ['220'] },
  'step-done': { stages: ['ehlo', 'mail'], codes: ['250'] },
});
