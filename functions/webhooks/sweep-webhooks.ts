import type { WebhookMessage } from '../../shared/messages/webhooks.ts';
import type { WebhooksDeps } from './deps.ts';
import { dueAtOf } from './rules/account-run.ts';

type SweepDeps = Pick<WebhooksDeps, 'clock' | 'deliveries' | 'outbox' | 'webhookQueue'>;

/** Age at which the message for an event or delivery has either been processed or been lost. */
const GRACE_MS = 20_000;

/**
 * Resends what waits longer than a queue can delay a message, or whose message or worker was lost.
 * @returns numbers of users with due events, and of accounts with due deliveries
 */
export async function sweepWebhooks(
  deps: SweepDeps,
): Promise<{ readonly users: number; readonly accounts: number }> {
  const cutoff = deps.clock.now() - GRACE_MS;
  const users = new Map<string, WebhookMessage>();
  for await (const { userId, at } of deps.outbox.listPending())
    if (at <= cutoff) users.set(userId, { kind: 'events', v: 1, userId });
  // A run covers all endpoints of an account.
  const accounts = new Map<string, WebhookMessage>();
  for await (const { userId, endpointId, ...pending } of deps.deliveries.pendingEndpoints())
    if (dueAtOf(pending) <= cutoff)
      accounts.set(userId, { kind: 'endpoint', v: 1, userId, endpointId });
  await deps.webhookQueue.send([...users.values(), ...accounts.values()]);
  return { users: users.size, accounts: accounts.size };
}
