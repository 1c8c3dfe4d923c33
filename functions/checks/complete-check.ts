import type { Verdict } from '../../shared/contract/checks.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import type { LogFields } from '../platform/log.ts';
import type { CheckRef } from './adapters/checks.ts';
import type { ChecksDeps } from './deps.ts';
import {
  notifyWebhookWorker,
  type NotifyWebhookWorkerDeps,
} from '../events/notify-webhook-worker.ts';
import { isCharged } from './rules/is-charged.ts';
import { withScore } from './rules/score.ts';
import { createUncheckedVerdict } from './rules/sandbox.ts';

export interface CheckOutcome {
  readonly verdict: Verdict;
  readonly charged: boolean;
  /** Whether this call charged the credit, rather than an earlier call for the same request. */
  readonly chargedNow?: boolean;
}

export const toCheckOutcome = (
  { env }: Pick<ChecksDeps, 'env'>,
  verdict: Verdict,
): CheckOutcome => ({
  verdict,
  charged: isCharged(verdict.status, env.CHARGE_UNKNOWN),
});

type Deps = Pick<ChecksDeps, 'checks' | 'env'>;
export type CompleteBackgroundCheckDeps = Deps &
  NotifyWebhookWorkerDeps &
  Pick<ChecksDeps, 'clock' | 'outbox'>;

/**
 * Ends a pending check with its verdict, only once. If the verdict is free, the same transaction
 * refunds the credit.
 * @returns undefined if the check had already ended
 */
export async function completeCheck(
  { checks, env }: Deps,
  id: CheckRef,
  verdict: Verdict,
  extraWrites: readonly TransactionStep[] = [],
): Promise<CheckOutcome | undefined> {
  const answer = toCheckOutcome({ env }, verdict);
  const isFinished = await checks.finish(id, verdict, answer.charged, extraWrites);
  return isFinished ? answer : undefined;
}

/** Like `completeCheck`, for a background check: also notifies the owner's endpoints. */
export async function completeBackgroundCheck(
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
  const answer = await completeBackgroundCheck(deps, pending, verdict);
  return { ...run, outcome: answer ? 'failed' : 'noop' };
}
