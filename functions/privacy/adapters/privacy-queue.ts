import type { Sender } from '../../platform/sqs/sender.ts';
import type { PrivacyQueue } from '../ports.ts';

/** The queue of exports and closings in SQS. */
export const createPrivacyQueue = (sender: Sender, url: string): PrivacyQueue => ({
  send: (message) => sender.send(url, message),
});
