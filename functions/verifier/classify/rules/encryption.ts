import type { Rule } from '../rule.ts';

/** Servers that talk inside TLS only (RFC 3207 §4, RFC 5248). */
export const ENCRYPTION: readonly Rule[] = [
  {
    id: 'encryption-needed.code',
    meaning: 'encryption_needed',
    enhanced: ['X.7.10'],
    examples: [{ stage: 'mail', reply: '538 5.7.10 STARTTLS is required to send mail' }],
  },
  {
    id: 'encryption-needed',
    meaning: 'encryption_needed',
    codes: ['4', '5'],
    phrases: [
      'starttls',
      '(tls|ssl|encryption)( connection| session)? (is |was )?(required|needed|mandatory)',
      '(requires?|must use|needs?) (a )?(tls|ssl|encrypt*)',
    ],
    unless: ['no such user', 'user unknown'],
    examples: [
      '530 5.7.0 Must issue a STARTTLS command first.',
      '553 this route requires encryption (tls)',
    ],
  },
];
