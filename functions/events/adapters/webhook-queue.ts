import type { WebhookMessage } from '../../../shared/messages/webhooks.ts';
import type { Sender } from '../../platform/sqs/sender.ts';

/**
 * Leaves work for the worker of webhooks, which may hear of it twice or late. Messages of a user
 * form a group, so that one with many does not crowd out the others.
 */
export const createWebhookQueue = (sender: Sender, url: string) => ({
  send: (messages: readonly WebhookMessage[], delaySeconds = 0): Promise<void> =>
    sender.sendAll(
      url,
      messages.map((message) => ({ message, delaySeconds, group: message.userId })),
    ),
});
