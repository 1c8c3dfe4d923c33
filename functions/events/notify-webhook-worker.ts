import type { WebhookMessage } from '../../shared/messages/webhooks.ts';
import type { EventsDeps } from './deps.ts';

export type NotifyWebhookWorkerDeps = Pick<EventsDeps, 'log' | 'webhookQueue'>;

/**
 * Starts the webhook worker now instead of at the next scheduled run. Never throws, because the
 * table already contains everything to send.
 */
export async function notifyWebhookWorker(
  { log, webhookQueue }: NotifyWebhookWorkerDeps,
  message: WebhookMessage,
): Promise<void> {
  try {
    await webhookQueue.send([message]);
  } catch (error) {
    log.error('webhooks_not_announced', error, { user: message.userId });
  }
}
