import type { Rule } from '../rule.ts';

/** Servers that talk inside TLS only (RFC 3207 §4, RFC 5248). */
export const ENCRYPTION: readonly Rule[] = [
  {
    id: 'encryption-needed',
    outcome: 'encryption_needed',
    codes: ['4', '5'],
    says: [
      /\bstarttls\b/,
      /\b(tls|ssl|encrypt(ion|ed)?)( (connection|session|transport))? (is |was )?(required|needed|mandatory)/,
      /(requires?|must use|needs?) (a )?(tls|ssl|encrypt)/,
    ],
    examples: [
      { stage: 'mail', reply: '530 5.7.0 Must issue a STARTTLS command first' },
      '530 5.7.0 Must issue a STARTTLS command first.',
      '550 5.7.10 Encryption required',
      '451 4.7.1 TLS required for delivery to this domain',
    ],
  },
  {
    id: 'encryption-needed.code',
    outcome: 'encryption_needed',
    codes: ['523'],
    examples: ['523 no'],
  },
  {
    id: 'encryption-needed.enhanced',
    outcome: 'encryption_needed',
    enhanced: ['X.7.10'],
    examples: ['550 5.7.10 refused'],
  },
];
