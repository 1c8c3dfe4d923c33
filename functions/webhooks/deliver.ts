import { USER_STATUS } from '../../shared/model/account.ts';
import { userIdOf } from '../access/rules/owner.ts';
import { forEachConcurrently } from '../platform/for-each-concurrently.ts';
import type { LogFields } from '../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../platform/sqs/max-delay.ts';
import { attemptDelivery, type AttemptDeliveryDeps, type EndpointRunState } from './attempt.ts';
import type { WebhooksDeps } from './deps.ts';
import {
  type AccountRunState,
  computeNextRunAt,
  isPausedAsSlow,
  createAccountRunState,
} from './rules/account-run-state.ts';
import type { PendingEndpoint, WaitingDelivery } from './rules/delivery.ts';
import type { StoredEndpoint } from './rules/endpoint.ts';
import { MAX_BLOCKING_ATTEMPTS } from './rules/backoff.ts';

/** Maximum waiting deliveries of an endpoint that one run reads. */
const MAX_READ_DELIVERIES = 200;

/**
 * Selects the waiting deliveries of an endpoint that may be sent now. A failed delivery blocks
 * later deliveries of its subject during its first few attempts. A run reads at most
 * MAX_READ_DELIVERIES; longer backlogs are scanned in parts.
 * @param waiting ordered by subject, then by event
 * @returns `subjects`, the deliveries to send, grouped by subject; `next`, when the next delivery
 * is due, in epoch milliseconds; and `from`, the start of the next scan, if this one was partial
 */
export async function selectDueDeliveries(waiting: AsyncIterable<WaitingDelivery>, now: number) {
  const subjects = new Map<string, WaitingDelivery[]>();
  const blockedSubjects = new Set<string>();
  let next: number | undefined;
  let from: string | undefined;
  let first: string | undefined;
  let readCount = 0;
  for await (const each of waiting) {
    const { subject, dueAt, attempts } = each;
    first ??= subject;
    if (readCount === MAX_READ_DELIVERIES) {
      // Start the next scan with this subject. If the subject fills a whole scan, start with the
      // next subject instead, so that other subjects get their turn first.
      from = subject === first ? `${subject}#~` : `${subject}#`;
      break;
    }
    readCount += 1;
    if (blockedSubjects.has(subject)) continue;
    if (dueAt > now) {
      next = Math.min(next ?? dueAt, dueAt);
      if (attempts < MAX_BLOCKING_ATTEMPTS) blockedSubjects.add(subject);
      continue;
    }
    subjects.set(subject, [...(subjects.get(subject) ?? []), each]);
  }
  return { subjects: [...subjects.values()], next, from };
}

export type DeliverWebhooksDeps = AttemptDeliveryDeps & Pick<WebhooksDeps, 'webhookQueue'>;

/** Longer than the worker's timeout, so that two workers never send for the same account. */
export const LEASE_DURATION_MS = 70_000;
/** Maximum concurrent requests per account. They differ in endpoint or subject. */
const CONCURRENCY = 5;
/** Delay before the next part of a backlog if no delivery of the current part succeeded. */
const NEXT_SCAN_MS = 10_000;

interface EndpointBatch extends Awaited<ReturnType<typeof selectDueDeliveries>> {
  readonly pending: PendingEndpoint;
  readonly run: EndpointRunState;
}

/**
 * Sends an account's due deliveries, with one worker per account at a time. Events of one subject
 * are sent in order. A slow response ends the run and pauses the account's recently slow endpoints
 * for ten times as long, so they use at most a tenth of the worker's time; other endpoints are
 * unaffected. After a crash, unrecorded attempts are repeated with the same event id.
 */
export async function deliverWebhooks(
  deps: DeliverWebhooksDeps,
  userId: string,
): Promise<LogFields> {
  const { accounts, clock, deliveries, endpoints } = deps;
  const now = clock.now();
  const findDue = async () =>
    (await deliveries.pendingOf(userId)).filter((each) => computeNextRunAt(each) <= now);
  if ((await findDue()).length === 0) return { user: userId, outcome: 'noop' };
  const lease = await endpoints.takeLease(userId, now, LEASE_DURATION_MS);
  if (lease === 'busy') return { user: userId, outcome: 'deferred' };
  const account = createAccountRunState(lease, now);
  // Read again, because another run may have ended or replaced these entries before the lease.
  const due = await findDue();
  const user = await accounts.get(userIdOf(userId));
  const all = new Map((await endpoints.deleteOrphaned(userId)).map((each) => [each.id, each]));
  const parts: EndpointBatch[] = [];
  for (const pending of due) {
    const endpoint = all.get(pending.endpointId);
    // Fail waiting deliveries if the account is inactive, or the endpoint is off or deleted.
    if (endpoint?.status !== 'on' || user?.status !== USER_STATUS.active)
      await failWaiting(deps, account, pending);
    else if (!isPausedAsSlow(endpoint, account, now))
      parts.push(await loadBatch(deps, pending, endpoint, account));
  }
  const subjectQueue = parts.flatMap((part) =>
    part.subjects.map((subject, at) => ({ part, subject, at })),
  );
  await forEachConcurrently(
    subjectQueue.toSorted((one, other) => one.at - other.at),
    CONCURRENCY,
    ({ part, subject }) => sendSubject(deps, part.run, subject, now),
  );
  for (const part of parts) await scheduleNextRun(deps, part, now);
  const { pausedUntil, unproven, delivered, failed } = account;
  await endpoints.releaseLease(userId, now + LEASE_DURATION_MS, { pausedUntil, unproven });
  await requeue(deps, userId, account);
  return { user: userId, outcome: 'done', delivered, failed };
}

/** Reads the due deliveries of an endpoint, starting where the previous partial scan ended. */
async function loadBatch(
  { clock, deliveries, endpoints }: DeliverWebhooksDeps,
  pending: PendingEndpoint,
  endpoint: StoredEndpoint,
  account: AccountRunState,
): Promise<EndpointBatch> {
  const { userId, endpointId, from } = pending;
  const run: EndpointRunState = {
    account,
    endpoint,
    secrets: await endpoints.secretsOf(endpoint, clock.now()),
    health: endpoint,
    deliveredCount: 0,
    next: undefined,
    pausedUntil: undefined,
    ended: false,
  };
  const waiting = deliveries.waiting(userId, endpointId, from);
  return { pending, run, ...(await selectDueDeliveries(waiting, clock.now())) };
}

async function sendSubject(
  deps: DeliverWebhooksDeps,
  run: EndpointRunState,
  subject: readonly WaitingDelivery[],
  now: number,
): Promise<void> {
  for (const waiting of subject) {
    if (run.ended) return;
    if (run.pausedUntil !== undefined || deps.clock.now() >= run.account.endsAt) {
      // A later run sends the rest, immediately or after the pause.
      run.next = now;
      return;
    }
    if (await attemptDelivery(deps, run, waiting)) return;
  }
}

async function scheduleNextRun(
  deps: DeliverWebhooksDeps,
  { pending, run, next, from }: EndpointBatch,
  now: number,
): Promise<void> {
  if (run.ended) return failWaiting(deps, run.account, pending);
  const isPartialScan = from !== undefined || pending.from !== undefined;
  const dues = [
    next,
    run.next,
    isPartialScan ? now + (run.deliveredCount ? 0 : NEXT_SCAN_MS) : undefined,
  ].filter((due) => due !== undefined);
  if (dues.length === 0) await deps.deliveries.endPending(pending);
  else await deps.deliveries.reschedule(pending, Math.min(...dues), run.pausedUntil, from);
}

/**
 * Fails the waiting deliveries of an endpoint that gets no more events. Stops when the run ends.
 */
async function failWaiting(
  { clock, deliveries }: Pick<DeliverWebhooksDeps, 'clock' | 'deliveries'>,
  { endsAt }: AccountRunState,
  pending: PendingEndpoint,
): Promise<void> {
  for await (const waiting of deliveries.waiting(pending.userId, pending.endpointId)) {
    if (clock.now() >= endsAt) return;
    await deliveries.finish(waiting, 'failed');
  }
  await deliveries.endPending(pending);
}

/**
 * Sends a message for the account's next run. If the run is due later than a message can be
 * delayed, the schedule sends the message.
 */
async function requeue(
  { clock, deliveries, endpoints, webhookQueue }: DeliverWebhooksDeps,
  userId: string,
  account: AccountRunState,
): Promise<void> {
  const [first, ...others] = await deliveries.pendingOf(userId);
  if (!first) return;
  const now = clock.now();
  const all = await endpoints.list(userId);
  const dues = [first, ...others].map((pending) => {
    const endpoint = all.find(({ id }) => id === pending.endpointId);
    const isPaused = endpoint !== undefined && isPausedAsSlow(endpoint, account, now);
    return Math.max(computeNextRunAt(pending), isPaused ? account.pausedUntil : 0);
  });
  const seconds = Math.ceil(Math.max(0, Math.min(...dues) - now) / 1000);
  if (seconds <= MAX_DELAY_SECONDS)
    await webhookQueue.send(
      [{ kind: 'endpoint', v: 1, userId, endpointId: first.endpointId }],
      seconds,
    );
}
