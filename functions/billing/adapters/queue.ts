import type { BillingMessage } from '../../../shared/messages/billing.ts';
import type { ListMessage } from '../../../shared/messages/lists.ts';
import type { Sender } from '../../platform/sqs/sender.ts';

/** Sends to the billing and list queues. A message may arrive twice, late, or out of order. */
export interface BillingQueue {
  send(message: BillingMessage): Promise<void>;
  resumeLists(userId: string): Promise<void>;
}

export const createBillingQueue = (
  sender: Sender,
  urls: { readonly BILLING_QUEUE_URL: string; readonly LIST_QUEUE_URL: string },
): BillingQueue => ({
  send: (message) => sender.send(urls.BILLING_QUEUE_URL, message),
  resumeLists(userId) {
    const message: ListMessage = { kind: 'resume', v: 1, userId };
    return sender.send(urls.LIST_QUEUE_URL, message);
  },
});
