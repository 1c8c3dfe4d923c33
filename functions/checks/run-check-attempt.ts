import type { CheckMessage } from '../../shared/messages/checks.ts';
import type { LogFields } from '../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../platform/sqs/max-delay.ts';
import { verifySingleAddress } from './verify-single-address.ts';
import { completeBackgroundCheck, type CompleteBackgroundCheckDeps } from './complete-check.ts';
import type { ChecksDeps } from './deps.ts';
import { type AnswerLimitDeps, countAnswer } from './limit-answers.ts';
import { secondsUntilRetry, postponeCheck, type PostponeCheckDeps } from './postpone-check.ts';
import { isFinalVerdict } from './rules/is-final.ts';

/**
 * Maximum attempts of a background check. Exceeds the attempts in the engine's schedule, because
 * lost messages count as attempts.
 */
export const MAX_CHECK_ATTEMPTS = 8;

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
    AnswerLimitDeps &
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

  const verdict = await verifySingleAddress(deps.engine, check.email, userId, deadline, attempt);
  if (!verdict) throw new Error('the engine returned no verdict');
  if (!isFinalVerdict(verdict) && attempt + 1 < MAX_CHECK_ATTEMPTS) {
    const nextAt = await postponeCheck(deps, message, attempt + 1, secondsUntilRetry(verdict));
    return { ...run, outcome: nextAt === undefined ? 'duplicate' : 'deferred' };
  }
  const answer = await completeBackgroundCheck(deps, message, verdict);
  const owner = answer && (await deps.accounts.get(userId));
  if (owner) await countAnswer(deps, owner, verdict);
  return { ...run, outcome: answer ? 'done' : 'duplicate', charged: answer?.charged === true };
}
