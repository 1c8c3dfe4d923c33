import type { Sender } from '../../platform/sqs/sender.ts';
import type { MailQueue } from '../ports.ts';

/** The queue of mails in SQS. */
export const createMailQueue = (sender: Sender, url: string): MailQueue => ({
  send: (message) => sender.send(url, message),
});
