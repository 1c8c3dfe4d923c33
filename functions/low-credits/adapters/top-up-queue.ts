import type { BillingMessage } from '../../../shared/messages/billing.ts';
import type { Sender } from '../../platform/sqs/sender.ts';

/** Tells the worker of billing that a pack is due. It may hear of it twice, or late. */
export const createTopUpQueue = (sender: Sender, url: string) => ({
  send(userId: string): Promise<void> {
    const message: BillingMessage = { kind: 'top_up', v: 1, userId };
    return sender.send(url, message);
  },
});
