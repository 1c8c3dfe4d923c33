import type { PendingCheck } from './adapters/checks.ts';
import { MOST_ATTEMPTS } from './answer-check.ts';
import { abandonCheck, type CompleteLaterDeps } from './complete-check.ts';
import { postponeCheck, type PostponeDeps } from './postpone-check.ts';

/** A check that somebody waits for is over after the time-out of its function. */
const WAITED_FOR_MS = 2 * 60_000;
/** One in the background is asked before that, unless its message was lost. */
const BACKGROUND_MS = 15 * 60_000;

/** Whether a pending check should be over, or asked. */
export const isOverdue = ({ since, attempt }: PendingCheck, now: number): boolean =>
  now - since > (attempt === undefined ? WAITED_FOR_MS : BACKGROUND_MS);

/**
 * Goes on with an overdue check. The caller of one that was waited for got no response, and gets the
 * credit back; one in the background is asked again, and ends as unknown after many times.
 */
export async function reviewCheck(
  deps: PostponeDeps & CompleteLaterDeps,
  pending: PendingCheck,
): Promise<void> {
  const { userId, requestId, attempt } = pending;
  if (attempt === undefined) return deps.checks.undo(pending);
  const check = await deps.checks.get(userId, requestId);
  // Its owner has closed the account.
  if (check?.state !== 'pending') return deps.checks.forget(requestId);
  if (attempt + 1 < MOST_ATTEMPTS) await postponeCheck(deps, pending, attempt + 1, 0);
  else await abandonCheck(deps, { ...pending, attempt });
}
