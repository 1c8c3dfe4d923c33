import type { MailMessage } from '../../../shared/messages/mail.ts';
import type { Sender } from '../../platform/sqs/sender.ts';

/** The queue of mails in SQS. */
export const createMailQueue = (sender: Sender, url: string) => ({
  send: (message: MailMessage): Promise<void> => sender.send(url, message),
});

/** Mails that wait to be sent. */
export type MailQueue = ReturnType<typeof createMailQueue>;
