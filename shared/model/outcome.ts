/** Outcome of a worker run: a word of its log line that an operator can search for. */
export type Outcome =
  | 'done'
  /** There was nothing left to do. */
  | 'noop'
  /** An earlier run did it. */
  | 'duplicate'
  /** The object ended, changed or expired before the run could finish. */
  | 'stale'
  /** The message went back to its queue until it is due. */
  | 'requeued'
  /** Messages that may be lost were sent again. */
  | 'resent'
  /** The work waits for credits, a server, a turn or a later moment. */
  | 'deferred'
  /** The account, purchase or setting is missing, or does not allow it. */
  | 'skipped'
  /** A file, payment or card was not accepted. */
  | 'refused'
  | 'failed'
  /** The customer to be removed still exists at Stripe. */
  | 'exists'
  /** The customer's top-ups of the month are used up. */
  | 'monthly_limit';
