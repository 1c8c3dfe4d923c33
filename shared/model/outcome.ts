/** Outcome of a worker run, which its log line contains for operators to search. */
export type WorkerOutcome =
  | 'done'
  /** There was nothing to do. */
  | 'noop'
  /** An earlier run has already done the work. */
  | 'duplicate'
  /** The object of the work finished, changed or expired before the run could finish. */
  | 'stale'
  /** The message was requeued until it is due, or another message continues its work. */
  | 'requeued'
  /** The run resent messages that may have been lost. */
  | 'resent'
  /** The work waits for credits, a mail server, a lock or a later time. */
  | 'deferred'
  /** The account, purchase or setting does not exist, or does not allow the work. */
  | 'skipped'
  /** A file, payment or card was rejected. */
  | 'refused'
  | 'failed'
  /** The Stripe customer that should have been deleted still exists. */
  | 'exists'
  /** The customer has reached the monthly maximum of top-ups. */
  | 'monthly_limit';
