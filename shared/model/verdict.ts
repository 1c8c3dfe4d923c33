/** The four answers there are to "can this address receive mail?". */
export const VERDICT_STATUSES = ['deliverable', 'undeliverable', 'risky', 'unknown'] as const;
export type VerdictStatus = (typeof VERDICT_STATUSES)[number];

/** Why an answer is what it is: the codes customers find in results, API answers and documentation. */
export const VERDICT_REASONS = [
  'accepted',
  'catch_all',
  'mailbox_full',
  'disposable',
  'bad_syntax',
  'no_such_domain',
  'no_mail_server',
  'null_mx',
  'no_such_mailbox',
  'mailbox_disabled',
  'greylisted',
  'throttled',
  'ip_blocked',
  'sender_rejected',
  'policy',
  'server_unreachable',
  'server_error',
  'dns_error',
  'timeout',
  'not_answered',
  'egress_off',
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];
