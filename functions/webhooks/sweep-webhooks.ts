import type { WebhookMessage } from '../../shared/messages/webhooks.ts';
import type { WebhooksDeps } from './deps.ts';

type SweepDeps = Pick<WebhooksDeps, 'clock' | 'deliveries' | 'outbox' | 'webhookQueue'>;

/** By then the message that was left with an event or delivery has been worked on, or is lost. */
const LATE_MS = 20_000;

/**
 * Has sent what waits longer than a queue can delay a message, or whose message or worker was lost.
 * @returns how many users have events, and how many endpoints deliveries, that are due
 */
export async function sweepWebhooks(
  deps: SweepDeps,
): Promise<{ readonly users: number; readonly endpoints: number }> {
  const late = deps.clock.now() - LATE_MS;
  const users = new Set<string>();
  for await (const { userId, at } of deps.outbox.pending()) if (at <= late) users.add(userId);
  const messages = [...users].map((userId): WebhookMessage => ({ kind: 'events', v: 1, userId }));
  for await (const {
    userId,
    endpointId,
    dueAt,
    pausedUntil = 0,
  } of deps.deliveries.pendingEndpoints())
    if (Math.max(dueAt, pausedUntil) <= late)
      messages.push({ kind: 'endpoint', v: 1, userId, endpointId });
  await deps.webhookQueue.send(messages);
  return { users: users.size, endpoints: messages.length - users.size };
}
