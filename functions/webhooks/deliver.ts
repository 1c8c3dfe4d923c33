import { forEach } from '../platform/for-each.ts';
import type { LogFields } from '../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../platform/sqs/max-delay.ts';
import { attempt, type AttemptDeps, type Run } from './attempt.ts';
import type { WebhooksDeps } from './deps.ts';
import { ORDERED_ATTEMPTS } from './rules/backoff.ts';
import { dueDeliveries } from './rules/due-deliveries.ts';

export type DeliverDeps = AttemptDeps & Pick<WebhooksDeps, 'webhookQueue'>;

/** Longer than the time-out of the worker, so that nobody sends beside a worker that lives. */
const LEASE_MS = 70_000;
/** What takes longer is left to a further message, so that others get their turn. */
const RUN_MS = 30_000;
/** Subjects at once. */
const CONCURRENCY = 5;

/**
 * Sends an endpoint what is due, one worker an endpoint at a time: events of one subject strictly
 * one after the other. Where the receiver does not respond at all, the rest waits, so that it costs
 * one attempt a run. Cut off anywhere, what was not noted is sent again, under the same id.
 */
export async function deliver(
  deps: DeliverDeps,
  userId: string,
  endpointId: string,
): Promise<LogFields> {
  const { clock, deliveries, endpoints } = deps;
  const now = clock.now();
  const pending = await deliveries.findPending(userId, endpointId);
  if (!pending) return { endpoint: endpointId, outcome: 'done_before' };
  if (Math.max(pending.dueAt, pending.pausedUntil ?? 0) > now)
    return { endpoint: endpointId, outcome: 'not_due' };
  const endpoint = await endpoints.takeLease(userId, endpointId, now, LEASE_MS);
  if (!endpoint && (await endpoints.get(userId, endpointId)))
    return { endpoint: endpointId, outcome: 'busy' };
  if (endpoint?.status !== 'on') {
    await endAll(deps, userId, endpointId);
    await deliveries.endPending(pending);
    if (endpoint) await endpoints.releaseLease(userId, endpointId, now + LEASE_MS);
    return { endpoint: endpointId, outcome: 'no_endpoint' };
  }
  const run: Run = {
    endpoint,
    secrets: await endpoints.secretsOf(endpoint, now),
    failingSince: endpoint.failingSince,
    delivered: 0,
    failed: 0,
    next: undefined,
    pausedUntil: undefined,
    ended: false,
  };
  const { subjects, next } = await dueDeliveries(deliveries.waiting(userId, endpointId), now);
  await forEach(subjects, CONCURRENCY, async (subject) => {
    for (const waiting of subject) {
      if (run.ended) return;
      if (run.pausedUntil !== undefined || clock.now() - now >= RUN_MS) {
        // Left to a further run, at once or after the pause.
        run.next = now;
        return;
      }
      const taken = await attempt(deps, run, waiting);
      if (!taken && waiting.attempts + 1 < ORDERED_ATTEMPTS) return;
    }
  });
  const dues = [next, run.next].filter((due) => due !== undefined);
  if (run.ended) await endAll(deps, userId, endpointId);
  if (run.ended || dues.length === 0) await deliveries.endPending(pending);
  else await deliveries.reschedule(pending, Math.min(...dues), run.pausedUntil);
  await endpoints.releaseLease(userId, endpointId, now + LEASE_MS);
  await requeue(deps, userId, endpointId);
  const { delivered, failed } = run;
  return { endpoint: endpointId, outcome: 'sent', delivered, failed };
}

/** Ends what waits for an endpoint that is sent nothing more. */
async function endAll(
  { deliveries }: Pick<DeliverDeps, 'deliveries'>,
  userId: string,
  endpointId: string,
): Promise<void> {
  for await (const waiting of deliveries.waiting(userId, endpointId))
    await deliveries.finish(waiting, 'failed');
}

/** A message for what is left, or came meanwhile; what is due in a long time is for the schedule. */
async function requeue(
  { clock, deliveries, webhookQueue }: DeliverDeps,
  userId: string,
  endpointId: string,
): Promise<void> {
  const left = await deliveries.findPending(userId, endpointId);
  if (!left) return;
  const inMs = Math.max(0, left.dueAt - clock.now(), (left.pausedUntil ?? 0) - clock.now());
  const seconds = Math.ceil(inMs / 1000);
  if (seconds <= MAX_DELAY_SECONDS)
    await webhookQueue.send([{ kind: 'endpoint', v: 1, userId, endpointId }], seconds);
}
