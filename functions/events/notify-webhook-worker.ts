import type { WebhookMessage } from '../../shared/messages/webhooks.ts';
import type { EventsDeps } from './deps.ts';

export type NotifyWebhookWorkerDeps = Pick<EventsDeps, 'log' | 'webhookQueue'>;

/** Never throws: the table contains all undispatched events, which the next scheduled run sends. */
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
