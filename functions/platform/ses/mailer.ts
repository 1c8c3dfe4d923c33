export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Outcome of sending an email:
 * - `sent`: accepted for delivery;
 * - `rejected`: permanently refused, so it must not be retried;
 * - `postponed`: certainly not accepted this time, so it can be retried;
 * - `deliveryUnknown`: the response was lost, so the email may have been accepted.
 */
export type MailOutcome = 'sent' | 'rejected' | 'postponed' | 'deliveryUnknown';

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
}
