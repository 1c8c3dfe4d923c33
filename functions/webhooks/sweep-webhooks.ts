import type { WebhookMessage } from '../../shared/messages/webhooks.ts';
import type { WebhooksDeps } from './deps.ts';
import { computeNextRunAt } from './rules/account-run-state.ts';

type SweepWebhooksDeps = Pick<WebhooksDeps, 'clock' | 'deliveries' | 'outbox' | 'webhookQueue'>;

/** After this time, the message of an event or delivery is considered lost. */
const MESSAGE_GRACE_MS = 20_000;

/**
 * Sends messages for overdue events and deliveries: ones due later than SQS can delay a message,
 * and ones whose message was lost or whose worker was killed.
 * @returns the number of users with overdue events, and of accounts with overdue deliveries
 */
export async function resendOverdueWebhooks(
  deps: SweepWebhooksDeps,
): Promise<{ readonly users: number; readonly accounts: number }> {
  const cutoff = deps.clock.now() - MESSAGE_GRACE_MS;
  const users = new Map<string, WebhookMessage>();
  for await (const { userId, at } of deps.outbox.listPending())
    if (at <= cutoff) users.set(userId, { kind: 'events', v: 1, userId });
  // One message per account is enough, because a run covers all endpoints of the account.
  const accounts = new Map<string, WebhookMessage>();
  for await (const { userId, endpointId, ...pending } of deps.deliveries.pendingEndpoints())
    if (computeNextRunAt(pending) <= cutoff)
      accounts.set(userId, { kind: 'endpoint', v: 1, userId, endpointId });
  await deps.webhookQueue.send([...users.values(), ...accounts.values()]);
  return { users: users.size, accounts: accounts.size };
}
