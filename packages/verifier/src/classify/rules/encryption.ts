import { defineRules } from './rule.ts';

/** Replies of servers that require TLS (RFC 3207 §4, RFC 5248). */
export const ENCRYPTION_RULES = defineRules('encryption_needed', {
  'encryption-needed.code': { codes: ['2', '3', '4', '5'], enhanced: ['X.7.10'] },
  'encryption-needed.security': {
    enhanced: ['X.7.*'],
    phrases: [
      '(tls|ssl|encrypt*) ... (required|mandatory|needed|obligatoire|erforderlich|obligatori*)',
      '(requires?|required|mandatory|must) ... (tls|ssl|encrypt*)',
    ],
    unless: ['certificates?'],
  },
  'encryption-needed': {
    phrases: [
      'starttls',
      'encryption too weak',
      '(sessions?|connections?|mail) without (encryption|tls|ssl)',
      '(secure|encrypted|tls) (connection|channel|session) (is |was )?(required|needed)',
      '(tls|ssl|encryption)( connection| session)? (is |was )?(required|needed|mandatory)',
      '(requires?|(must|please) (use|start)|needs?) (a )?(tls|ssl|encrypt*)',
      'start tls first',
      'tls conversation',
      'only (encrypted|secured?|tls|ssl) (sessions?|connections?|mail)',
      '(sessions?|connections?) must be (encrypted|secured)',
      '(plain-?text|clear-?text|unencrypted) (sessions?|connections?|mail|smtp) (is |are )?(refused|rejected|denied|not)',
    ],
    unless: ['no such user', 'user unknown'],
  },
});
