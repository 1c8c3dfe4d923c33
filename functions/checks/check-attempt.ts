import type { Verdict } from '../../shared/contract/checks.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { CheckMessage } from '../../shared/messages/checks.ts';
import {
  notifyWebhookWorker,
  type NotifyWebhookWorkerDeps,
} from '../events/notify-webhook-worker.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import type { LogFields } from '../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../platform/sqs/max-delay.ts';
import type { CheckRef } from './adapters/checks.ts';
import type { Engine } from './adapters/engine.ts';
import type { ChecksDeps } from './deps.ts';
import { type CheckLimitDeps, countVerdict } from './limit-single-checks.ts';
import { isCharged, isFinalVerdict } from './rules/verdict.ts';
import { createUncheckedVerdict } from './rules/sandbox.ts';
import { withScore } from './rules/score.ts';

/**
 * Maximum attempts of a background check. Exceeds the attempts in the engine's schedule, because
 * lost messages count as attempts.
 */
export const MAX_CHECK_ATTEMPTS = 8;

export interface CheckOutcome {
  readonly verdict: Verdict;
  readonly charged: boolean;
  /** Whether this call charged the credit, rather than an earlier call for the same request. */
  readonly chargedNow?: boolean;
}

export interface PendingCheckOutcome {
  readonly requestId: string;
  /** The time of the next attempt, in epoch milliseconds. */
  readonly nextAt: number;
  readonly verdict?: undefined;
  readonly chargedNow?: undefined;
}

export const toCheckOutcome = (
  { env }: Pick<ChecksDeps, 'env'>,
  verdict: Verdict,
): CheckOutcome => ({
  verdict,
  charged: isCharged(verdict.status, env.CHARGE_UNKNOWN),
});

type CompleteCheckDeps = Pick<ChecksDeps, 'checks' | 'env'>;
export type PostponeCheckDeps = Pick<ChecksDeps, 'checks' | 'checkQueue' | 'clock'>;
export type CompleteBackgroundCheckDeps = CompleteCheckDeps &
  NotifyWebhookWorkerDeps &
  Pick<ChecksDeps, 'clock' | 'outbox'>;

/**
 * Delay in seconds of a message whose engine call Lambda throttled. Its worker sends it again,
 * because a receive that fails counts toward `maxReceives`.
 */
export const ENGINE_BUSY_SECONDS = 10;

/** Returns undefined if Lambda throttled the engine. @throws any other error */
export function undefinedIfBusy(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'checks_unavailable') throw error;
  return undefined;
}

/**
 * Verifies the address of a background check, then completes the check or postpones it as the mail
 * server requires. Only one delivery of a message has an effect. A message for an earlier attempt
 * runs the current attempt if that is due, because the reconciler may have replaced a message that
 * was queued for a long time.
 * @param deadline epoch milliseconds
 */
export async function runCheckAttempt(
  deps: PostponeCheckDeps &
    CompleteBackgroundCheckDeps &
    CheckLimitDeps &
    Pick<ChecksDeps, 'accounts' | 'engine'>,
  message: CheckMessage,
  deadline: number,
): Promise<LogFields> {
  const { userId, requestId } = message;
  const run = { check: requestId, attempt: message.attempt };
  const check = await deps.checks.get(userId, requestId);
  const attempt = check?.attempt;
  if (check?.state !== 'pending' || attempt === undefined || attempt < message.attempt)
    return { ...run, outcome: 'noop' };

  const waitMs = (check.nextAt ?? 0) - deps.clock.now();
  if (waitMs > 0) {
    if (attempt > message.attempt) return { ...run, outcome: 'noop' };
    await deps.checkQueue.send([message], Math.min(MAX_DELAY_SECONDS, Math.ceil(waitMs / 1000)));
    return { ...run, outcome: 'requeued' };
  }

  const verifying = verifyOne(deps.engine, check.email, userId, deadline, attempt);
  const verdict = await verifying.catch(undefinedIfBusy);
  if (!verdict) {
    await deps.checkQueue.send([message], ENGINE_BUSY_SECONDS);
    return { ...run, outcome: 'requeued' };
  }
  if (!isFinalVerdict(verdict) && attempt + 1 < MAX_CHECK_ATTEMPTS) {
    const nextAt = await postponeCheck(deps, message, attempt + 1, secondsUntilRetry(verdict));
    return { ...run, outcome: nextAt === undefined ? 'duplicate' : 'deferred' };
  }
  const { answerDay } = check;
  const answer = await completeBackgroundCheck(deps, { ...message, answerDay }, verdict);
  const owner = answer && (await deps.accounts.get(userId));
  if (owner) await countVerdict(deps, owner, verdict);
  return { ...run, outcome: answer ? 'done' : 'duplicate', charged: answer?.charged === true };
}

/** Verifies one address, with priority over lists. @param deadline epoch milliseconds */
export async function verifyOne(
  engine: Engine,
  address: string,
  customer: string,
  deadline: number,
  attempt = 0,
): Promise<Verdict | undefined> {
  let found: Verdict | undefined;
  // Consume the whole loop, so that each SMTP session ends with QUIT, before returning the verdict.
  const options = { deadline, attempt, priority: 2, customer } as const;
  for await (const { verdict } of engine.verify([address], options)) found = verdict;
  return found;
}

export const secondsUntilRetry = ({ reason, retry_after_s = 0 }: Verdict): number =>
  // The server was never contacted, so there is no reason to wait.
  reason === 'not_answered' ? 0 : retry_after_s;

/**
 * Schedules another attempt of a pending check. Stores the attempt before sending the message, so
 * that the reconciler can replace a lost message.
 * @returns the time of the attempt in epoch milliseconds; undefined if the check has ended or has
 * already recorded this attempt
 */
export async function postponeCheck(
  { checks, checkQueue, clock }: PostponeCheckDeps,
  { userId, requestId, by }: CheckRef,
  attempt: number,
  delaySeconds: number,
): Promise<number | undefined> {
  const nextAt = clock.now() + delaySeconds * 1000;
  if (!(await checks.postpone({ userId, requestId, by }, attempt, nextAt))) return undefined;
  const message = { kind: 'check', v: 1, userId, requestId, by, attempt } as const;
  await checkQueue.send([message], Math.min(MAX_DELAY_SECONDS, Math.ceil(delaySeconds)));
  return nextAt;
}

/**
 * Ends a pending check with its verdict, only once. If the verdict is free, the same transaction
 * refunds the credit.
 * @returns undefined if the check had already ended
 */
export async function completeCheck(
  { checks, env }: CompleteCheckDeps,
  id: CheckRef,
  verdict: Verdict,
  extraWrites: readonly TransactionStep[] = [],
): Promise<CheckOutcome | undefined> {
  const answer = toCheckOutcome({ env }, verdict);
  const isFinished = await checks.finish(id, verdict, answer.charged, extraWrites);
  return isFinished ? answer : undefined;
}

/** Like `completeCheck`, for a background check: also notifies the owner's endpoints. */
async function completeBackgroundCheck(
  deps: CompleteBackgroundCheckDeps,
  id: CheckRef,
  verdict: Verdict,
): Promise<CheckOutcome | undefined> {
  const { userId, requestId } = id;
  const { charged } = toCheckOutcome(deps, verdict);
  const event = deps.outbox.write({
    userId,
    type: 'check.answered',
    subject: requestId,
    data: { id: requestId, result: withScore(verdict), charged },
    at: deps.clock.now(),
  });
  const answer = await completeCheck(deps, id, verdict, [event]);
  if (answer) await notifyWebhookWorker(deps, { kind: 'events', v: 1, userId });
  return answer;
}

/** Ends a check as `unknown` after repeated failures, unless a later attempt is recorded. */
export async function abandonCheck(
  deps: CompleteBackgroundCheckDeps,
  pending: CheckRef & { readonly attempt: number },
): Promise<LogFields> {
  const { userId, requestId, attempt } = pending;
  const run = { check: requestId, attempt };
  const check = await deps.checks.get(userId, requestId);
  if (check?.attempt !== attempt) return { ...run, outcome: 'noop' };
  const verdict = createUncheckedVerdict(check.email, 'server_error');
  const id = { ...pending, answerDay: check.answerDay };
  const answer = await completeBackgroundCheck(deps, id, verdict);
  return { ...run, outcome: answer ? 'failed' : 'noop' };
}
