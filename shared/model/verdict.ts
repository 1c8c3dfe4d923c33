/** Whether an address can receive mail. */
export const VERDICT_STATUSES = ['deliverable', 'undeliverable', 'risky', 'unknown'] as const;
export type VerdictStatus = (typeof VERDICT_STATUSES)[number];

/** Reasons in results, API responses and the docs. Each reason has one status. */
export const REASONS_BY_STATUS = {
  deliverable: ['accepted'],
  risky: ['catch_all', 'mailbox_full', 'disposable'],
  undeliverable: [
    'bad_syntax',
    'no_such_domain',
    'no_mail_server',
    'null_mx',
    'no_such_mailbox',
    'mailbox_disabled',
  ],
  unknown: [
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
  ],
} as const satisfies Record<VerdictStatus, readonly string[]>;
export type VerdictReason = (typeof REASONS_BY_STATUS)[VerdictStatus][number];

/** Name of each status in the counts and file names of a list. */
export const KIND_BY_STATUS = {
  deliverable: 'valid',
  undeliverable: 'invalid',
  risky: 'risky',
  unknown: 'unknown',
} as const satisfies Record<VerdictStatus, string>;
export type VerdictKind = (typeof KIND_BY_STATUS)[VerdictStatus];
export const VERDICT_KINDS = Object.values(KIND_BY_STATUS);

export const statusForReason = (reason: VerdictReason): VerdictStatus =>
  VERDICT_STATUSES.find((status) =>
    (REASONS_BY_STATUS[status] as readonly string[]).includes(reason),
  ) ?? 'unknown';

export const VERDICT_REASONS: readonly VerdictReason[] = Object.values(REASONS_BY_STATUS).flat();
