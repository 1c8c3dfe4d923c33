import type { ReviewEach } from '../platform/schedule/run-sweeps.ts';
import type { PendingCheck } from './adapters/checks.ts';
import {
  abandonCheck,
  type CompleteBackgroundCheckDeps,
  MAX_CHECK_ATTEMPTS,
  postponeCheck,
  type PostponeCheckDeps,
} from './check-attempt.ts';

/** Exceeds the function's timeout, after which nobody can be waiting for the check. */
const FOREGROUND_TIMEOUT_MS = 2 * 60_000;
/** Delay after which the message of a background attempt counts as lost. */
const BACKGROUND_TIMEOUT_MS = 15 * 60_000;

type SweepChecksDeps = PostponeCheckDeps & CompleteBackgroundCheckDeps;

export const sweepChecks = (deps: SweepChecksDeps, reviewEach: ReviewEach): Promise<void> =>
  reviewEach(overdueChecks(deps), (check) => reviewCheck(deps, check));

async function* overdueChecks({ checks, clock }: SweepChecksDeps) {
  const now = clock.now();
  for await (const check of checks.pendingItems()) {
    const { since, attempt } = check;
    if (now - since > (attempt === undefined ? FOREGROUND_TIMEOUT_MS : BACKGROUND_TIMEOUT_MS))
      yield check;
  }
}

/**
 * Handles an overdue check. If a caller was waiting for the check, the call has failed, so the
 * check is abandoned and its credit refunded. A background check gets another attempt, or ends as
 * `unknown` after MAX_CHECK_ATTEMPTS.
 */
async function reviewCheck(deps: SweepChecksDeps, pending: PendingCheck): Promise<void> {
  const { userId, requestId, attempt } = pending;
  if (attempt === undefined) return deps.checks.undo(pending);
  const check = await deps.checks.get(userId, requestId);
  // The check has ended, or was deleted when its owner closed the account.
  if (check?.state !== 'pending') return deps.checks.deletePending(requestId);
  if (attempt + 1 < MAX_CHECK_ATTEMPTS) await postponeCheck(deps, pending, attempt + 1, 0);
  else await abandonCheck(deps, { ...pending, attempt });
}
