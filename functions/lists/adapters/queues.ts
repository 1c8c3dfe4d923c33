import type { Env } from '../../platform/env.ts';
import type { Sender } from '../../platform/sqs/sender.ts';
import type {
  FinalizeMessage,
  ListMessage,
  VerifyMessage,
} from '../../../shared/messages/lists.ts';

type QueueUrls = Pick<
  Env,
  'LIST_QUEUE_URL' | 'VERIFY_EXPRESS_QUEUE_URL' | 'VERIFY_BULK_QUEUE_URL' | 'FINALIZE_QUEUE_URL'
>;

/**
 * The queues of the pipeline in SQS, where work is left for a later stage. A delivery may come
 * twice, late, or out of order. Delays are in seconds, at most MAX_DELAY_SECONDS.
 */
export interface ListQueues {
  /** Leaves a message for the list worker: ingest or resume. */
  sendList(message: ListMessage, delaySeconds?: number): Promise<void>;
  sendFinalize(message: FinalizeMessage): Promise<void>;
  /** Throws when any message was not taken; sending again is harmless. */
  sendVerify(
    messages: readonly { message: VerifyMessage; delaySeconds: number }[],
    queue: 'express' | 'bulk',
  ): Promise<void>;
}

export const createQueues = (sender: Sender, urls: QueueUrls): ListQueues => ({
  sendList: (message, delaySeconds = 0) =>
    sender.sendAll(urls.LIST_QUEUE_URL, [{ message, delaySeconds, group: message.userId }]),
  sendFinalize: (message) =>
    sender.sendAll(urls.FINALIZE_QUEUE_URL, [{ message, delaySeconds: 0, group: message.userId }]),
  sendVerify: (messages, queue) =>
    sender.sendAll(
      queue === 'express' ? urls.VERIFY_EXPRESS_QUEUE_URL : urls.VERIFY_BULK_QUEUE_URL,
      messages.map((each) => ({ ...each, group: each.message.userId })),
    ),
});
