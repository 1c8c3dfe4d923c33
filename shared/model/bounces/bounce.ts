/** The party that a bounce is about; `unclear` if the text does not show this. */
export const BOUNCE_SUBJECTS = ['recipient', 'sender', 'message', 'server', 'unclear'] as const;
export type BounceSubject = (typeof BOUNCE_SUBJECTS)[number];

/** Reasons of bounces that are about the recipient; `mailbox_full` is temporary. */
export const BOUNCE_REASONS = [
  'no_such_mailbox',
  'mailbox_disabled',
  'no_such_domain',
  'mailbox_full',
] as const;
export type BounceReason = (typeof BOUNCE_REASONS)[number];

/**
 * Causes of bounces that are not about the recipient. If the text names a blocklist, filter or
 * standard, such as `Spamhaus`, that name is the cause instead.
 */
export const BOUNCE_CAUSES = [
  'relay_denied',
  'message_size',
  'virus',
  'attachment',
  'authentication',
  'reverse_dns',
  'sending_limit',
  'reputation',
  'spam',
  'content',
  'greylisting',
  'tls',
  'dns',
  'timeout',
  'connection',
  'loop',
  'server_error',
] as const;
export type BounceCause = (typeof BOUNCE_CAUSES)[number];

/**
 * States of the refund for an address that bounced as nonexistent. `checking` and `review` are
 * open, others are final.
 */
export const REFUND_STATES = [
  'refunded',
  'checking',
  'review',
  'still_accepts',
  'inconclusive',
  'too_old',
  'not_deliverable',
  'not_charged',
  'already_refunded',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const BOUNCE_REPORT_STATES = ['waiting', 'reading', 'checking', 'done', 'failed'] as const;

export const MAX_REPORTED_ROWS = 10_000;
export const MAX_BOUNCE_FILE_BYTES = 20 * 1024 * 1024;
export const BOUNCE_FILE_EXTENSIONS = '.csv .tsv .txt .json .ndjson .eml .mbox'.split(' ');

/** How long a report is kept, in days. */
export const BOUNCE_REPORT_RETENTION_DAYS = 90;
/** Maximum age of a verdict that can be refunded, in days. */
export const MAX_REFUND_AGE_DAYS = 30;
