import type { CheckMessage } from '../../shared/messages/checks.ts';
import type { LogFields } from '../platform/log.ts';
import { MAX_DELAY_SECONDS } from '../platform/sqs/max-delay.ts';
import { askAtOnce } from './ask-at-once.ts';
import { completeLater, type CompleteLaterDeps } from './complete-check.ts';
import type { ChecksDeps } from './deps.ts';
import { delayAfter, postponeCheck, type PostponeDeps } from './postpone-check.ts';
import { isFinal } from './rules/is-final.ts';

/** More than the schedule of the engine has: lost messages count, too. */
export const MAX_ATTEMPTS = 8;

/**
 * Asks for the address of a check that nobody waits for, and ends the check or leaves it for later,
 * as its server wants it. Of several deliveries of a message one has an effect. One of an earlier
 * attempt does what is due by now: it may have waited for so long that it was taken for lost, and the
 * message in its place waits behind it.
 * @param deadline epoch milliseconds
 */
export async function answerCheck(
  deps: PostponeDeps & CompleteLaterDeps & Pick<ChecksDeps, 'engine'>,
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

  const verdict = await askAtOnce(deps.engine, check.email, userId, deadline, attempt);
  if (!verdict) throw new Error('the engine gave no verdict');
  if (!isFinal(verdict) && attempt + 1 < MAX_ATTEMPTS) {
    const nextAt = await postponeCheck(deps, message, attempt + 1, delayAfter(verdict));
    return { ...run, outcome: nextAt === undefined ? 'duplicate' : 'deferred' };
  }
  const answer = await completeLater(deps, message, verdict);
  return { ...run, outcome: answer ? 'done' : 'duplicate', charged: answer?.charged === true };
}
