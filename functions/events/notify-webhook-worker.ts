import type { WebhookMessage } from '../../shared/messages/webhooks.ts';
import type { EventsDeps } from './deps.ts';

export type NotifyWebhookWorkerDeps = Pick<EventsDeps, 'log' | 'webhookQueue'>;

/**
 * Wakes the webhook worker. Never throws, because the table contains all undispatched events and
 * the next scheduled run sends them.
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
