import type { Sender } from '../../platform/sqs/sender.ts';
import type { Queues } from '../ports.ts';

interface QueueUrls {
  readonly LIST_QUEUE_URL: string;
  readonly VERIFY_EXPRESS_QUEUE_URL: string;
  readonly VERIFY_BULK_QUEUE_URL: string;
  readonly FINALIZE_QUEUE_URL: string;
}

/** The queues of the pipeline in SQS. */
export const createQueues = (sender: Sender, urls: QueueUrls): Queues => ({
  sendList: (message, delaySeconds = 0) =>
    sender.sendAll(urls.LIST_QUEUE_URL, [{ message, delaySeconds, group: message.userId }]),
  sendFinalize: (message) =>
    sender.sendAll(urls.FINALIZE_QUEUE_URL, [{ message, delaySeconds: 0, group: message.userId }]),
  sendVerify: (messages, lane) =>
    sender.sendAll(
      lane === 'express' ? urls.VERIFY_EXPRESS_QUEUE_URL : urls.VERIFY_BULK_QUEUE_URL,
      messages.map((each) => ({ ...each, group: each.message.userId })),
    ),
});
