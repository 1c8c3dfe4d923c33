/** What it comes to when a connection ended and no reply explains it. */
export const REASON_OF_END = {
  unreachable: 'server_unreachable',
  closed: 'server_unreachable',
  timeout: 'timeout',
  overtime: 'timeout',
  garbage: 'server_error',
  shutdown: 'throttled',
  aborted: 'not_answered',
} as const;
