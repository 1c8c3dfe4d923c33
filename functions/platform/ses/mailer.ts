export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * What became of a mail:
 * - `sent`: accepted for delivery;
 * - `rejected`: refused for good, trying again is useless;
 * - `postponed`: certainly not accepted now, may be tried again;
 * - `deliveryUnknown`: the response was lost, so it may have been accepted.
 */
export type MailOutcome = 'sent' | 'rejected' | 'postponed' | 'deliveryUnknown';

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
}
