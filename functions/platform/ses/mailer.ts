export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Outcome of sending a mail:
 * - `sent`: accepted for delivery;
 * - `rejected`: permanently refused, so do not retry;
 * - `postponed`: certainly not accepted now, can be retried;
 * - `deliveryUnknown`: the response was lost, so it may have been accepted.
 */
export type MailOutcome = 'sent' | 'rejected' | 'postponed' | 'deliveryUnknown';

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
}
