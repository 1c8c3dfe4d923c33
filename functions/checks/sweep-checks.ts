import type { ReviewEach } from '../platform/schedule/run-sweeps.ts';
import type { PendingCheck } from './adapters/checks.ts';
import { MAX_ATTEMPTS } from './answer-check.ts';
import { abandonCheck, type CompleteInBackgroundDeps } from './complete-check.ts';
import { postponeCheck, type PostponeDeps } from './postpone-check.ts';

/** After its function's timeout, a check that a caller waits for is over. */
const FOREGROUND_TIMEOUT_MS = 2 * 60_000;
/** A background check is asked before this time, unless its message was lost. */
const BACKGROUND_TIMEOUT_MS = 15 * 60_000;

type SweepDeps = PostponeDeps & CompleteInBackgroundDeps;

/** Reviews every check that should have ended or been asked by now. */
export const sweepChecks = (deps: SweepDeps, reviewEach: ReviewEach): Promise<void> =>
  reviewEach(overdueChecks(deps), (check) => reviewCheck(deps, check));

async function* overdueChecks({ checks, clock }: SweepDeps) {
  const now = clock.now();
  for await (const check of checks.pendingItems()) {
    const { since, attempt } = check;
    if (now - since > (attempt === undefined ? FOREGROUND_TIMEOUT_MS : BACKGROUND_TIMEOUT_MS))
      yield check;
  }
}

/**
 * Continues an overdue check. The caller of a check that was waited for got no response, and gets
 * the credit back; a background check is asked again, and ends as unknown after many attempts.
 */
async function reviewCheck(deps: SweepDeps, pending: PendingCheck): Promise<void> {
  const { userId, requestId, attempt } = pending;
  if (attempt === undefined) return deps.checks.undo(pending);
  const check = await deps.checks.get(userId, requestId);
  // The owner has closed the account.
  if (check?.state !== 'pending') return deps.checks.deletePending(requestId);
  if (attempt + 1 < MAX_ATTEMPTS) await postponeCheck(deps, pending, attempt + 1, 0);
  else await abandonCheck(deps, { ...pending, attempt });
}
