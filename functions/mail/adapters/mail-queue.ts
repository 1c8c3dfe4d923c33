import type { MailFeedback } from '../../../shared/messages/mail-feedback.ts';
import type { MailMessage } from '../../../shared/messages/mail.ts';
import type { Sender } from '../../platform/sqs/sender.ts';

/** The queue of mails in SQS. */
export const createMailQueue = (sender: Sender, url: string) => ({
  send: (message: MailMessage): Promise<void> => sender.send(url, message),
});

/** The queue in which SES tells of mails that did not arrive. */
export const createMailFeedback = (sender: Sender, url: string) => ({
  send: (event: MailFeedback): Promise<void> => sender.send(url, event),
});

/** Mails that wait to be sent. */
export type MailQueue = ReturnType<typeof createMailQueue>;
