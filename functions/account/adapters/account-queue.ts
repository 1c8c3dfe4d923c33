import type { AccountMessage } from '../../../shared/messages/account.ts';
import type { Sender } from '../../platform/sqs/sender.ts';

/** The queue in SQS where an account's calls leave what must not take their own time. */
export const createAccountQueue = (sender: Sender, url: string) => ({
  /** @param delaySeconds from 0 to MAX_DELAY_SECONDS */
  send: (message: AccountMessage, delaySeconds?: number): Promise<void> =>
    sender.send(url, message, delaySeconds),
});
