import type { WebhookMessage } from '../../shared/messages/webhooks.ts';
import type { EventsDeps } from './deps.ts';

export type AnnounceDeps = Pick<EventsDeps, 'log' | 'webhookQueue'>;

/**
 * Has the worker look now rather than at the next run of the schedule. It never fails what it
 * follows: all that is to be sent stands in the table already.
 */
export async function announce(
  { log, webhookQueue }: AnnounceDeps,
  message: WebhookMessage,
): Promise<void> {
  try {
    await webhookQueue.send([message]);
  } catch (error) {
    log.error('webhooks_not_announced', error, { user: message.userId });
  }
}
