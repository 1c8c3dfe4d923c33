/**
 * The states of a list, normally 1 → 2 → 3 → 4 → 7. Without enough credits, 2 → 5, then 5 → 3 when
 * credits arrive. If the account is deactivated (2, 3 or 4 → 5) or reaches its daily limit (3 or
 * 4 → 5), the list continues once the account is active again or the limit has reset. If the list
 * is rejected or canceled, 2 or 5 → 6; if processing fails or the account appears to guess
 * addresses, 3 or 4 → 6. 6 and 7 are final.
 */
export const LIST_STATUS = {
  waiting: 1,
  initialization: 2,
  wait_on_queue: 3,
  working: 4,
  paused: 5,
  canceled: 6,
  finished: 7,
} as const;

export type ListStatus = (typeof LIST_STATUS)[keyof typeof LIST_STATUS];

/** Name of each status; the API returns it as `state`. */
export const LIST_STATE_NAMES = {
  1: 'waiting',
  2: 'reading',
  3: 'queued',
  4: 'working',
  5: 'paused',
  6: 'cancelled',
  7: 'finished',
} as const satisfies Record<ListStatus, string>;

export const isFinalStatus = (status: ListStatus): boolean =>
  status === LIST_STATUS.canceled || status === LIST_STATUS.finished;

/** Reasons why a file is rejected as a whole. */
export const FILE_FAULTS = [
  'not_text',
  'spreadsheet_file',
  'other_format',
  'empty_file',
  'no_address',
  'wrong_column',
  'wrong_separator',
  'addresses_lost',
  'line_too_long',
  'too_many_addresses',
  'too_many_rows',
  'file_too_large',
] as const;

/** Reasons why a list is paused (5) or canceled (6). */
export const LIST_REASONS = [
  'insufficient_credit',
  'operator',
  'account_inactive',
  'daily_limit',
  ...FILE_FAULTS,
  'paused_too_long',
  'too_many_refusals',
  'processing_failed',
] as const;
export type ListReason = (typeof LIST_REASONS)[number];
