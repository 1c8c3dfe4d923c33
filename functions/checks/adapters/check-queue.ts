import type { CheckMessage } from '../../../shared/messages/checks.ts';
import type { Sender } from '../../platform/sqs/sender.ts';

/** Where checks are left that nobody waits for: with the tasks of small lists, in SQS. */
export const createCheckQueue = (
  sender: Sender,
  { VERIFY_EXPRESS_QUEUE_URL }: { readonly VERIFY_EXPRESS_QUEUE_URL: string },
) => ({
  /** @param delaySeconds at most MAX_DELAY_SECONDS */
  send: (message: CheckMessage, delaySeconds: number): Promise<void> =>
    sender.sendAll(VERIFY_EXPRESS_QUEUE_URL, [{ message, delaySeconds, group: message.userId }]),
});
