import type { ListMessage } from '../../../shared/messages/lists.ts';
import type { Sender } from '../../platform/sqs/sender.ts';
import type { BillingQueue } from '../ports.ts';

/** The queue of billing, and that of lists, in SQS. */
export const createBillingQueue = (
  sender: Sender,
  urls: { readonly BILLING_QUEUE_URL: string; readonly LIST_QUEUE_URL: string },
): BillingQueue => ({
  send: (message) => sender.send(urls.BILLING_QUEUE_URL, message),
  async resumeLists(userId) {
    const message: ListMessage = { kind: 'resume', v: 1, userId };
    await sender.send(urls.LIST_QUEUE_URL, message);
  },
});
