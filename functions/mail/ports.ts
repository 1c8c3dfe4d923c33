import type { MailMessage } from '../../shared/messages/mail.ts';

/** Remembers mails by id, so that at most one is sent for each. */
export interface MailJournal {
  /** Claims an id before sending. False when it was claimed before. */
  claim(mailId: string): Promise<boolean>;
  /** Whether the mail has been sent, or given up. Strongly consistent. */
  has(mailId: string): Promise<boolean>;
  /** Gives a claim back when the mail was certainly not sent. */
  release(mailId: string): Promise<void>;
}

/** Mails that wait to be sent. */
export interface MailQueue {
  send(message: MailMessage): Promise<void>;
}
