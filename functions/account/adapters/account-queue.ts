import type { Sender } from '../../platform/sqs/sender.ts';
import type { AccountQueue } from '../ports.ts';

/** The queue of what an account's calls leave for later in SQS. */
export const createAccountQueue = (sender: Sender, url: string): AccountQueue => ({
  send: (message, delaySeconds) => sender.send(url, message, delaySeconds),
});
