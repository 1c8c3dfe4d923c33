import type { PrivacyMessage } from '../../../shared/messages/privacy.ts';
import type { Sender } from '../../platform/sqs/sender.ts';

/** The queue of exports and closings in SQS. */
export const createPrivacyQueue = (sender: Sender, url: string) => ({
  send: (message: PrivacyMessage): Promise<void> => sender.send(url, message),
});

/** Exports and closings that wait. A delivery may come twice, late, or out of order. */
export type PrivacyQueue = ReturnType<typeof createPrivacyQueue>;
