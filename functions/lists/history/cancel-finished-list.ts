import { AppError } from '../../../shared/contract/errors.ts';
import type { AccessDeps } from '../../access/deps.ts';
import { userIdOf } from '../../access/rules/owner.ts';
import type { BillingDeps } from '../../billing/deps.ts';
import { computeReplaceableCredits } from '../../billing/record-adjustment.ts';
import { createGrantEntry } from '../../credits/rules/ledger.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import type { ListsDeps } from '../deps.ts';
import { createBeingUpdatedError, getRunningRecheck } from '../recheck/recheck-list.ts';
import { cancellationDeadlineOf } from '../result/misread.ts';

type CancelFinishedListDeps = Pick<AccessDeps, 'activity'> &
  Pick<BillingDeps, 'adjustments'> &
  Pick<ListsDeps, 'clock' | 'ledger' | 'limits' | 'lists'>;

const WHY = 'the file was probably misread';

/**
 * Cancels a finished list that was probably misread. One transaction returns its credits, except
 * those already replaced, counts toward the limit of the account, and expires the result, whose
 * objects the reconciler deletes. A repeated call has no effect.
 * @throws {AppError} `not_found`; `wrong_state` unless the list was probably misread, and after the
 *   time to cancel it; `being_updated` while a recheck is running; `too_many_requests` if the account has canceled
 *   another list in the last 30 days
 */
export const cancelFinishedList = (
  deps: CancelFinishedListDeps,
  userId: string,
  listId: string,
): Promise<void> =>
  retryOnConflict(`list ${listId}`, async () => {
    const { activity, adjustments, clock, ledger, limits, lists } = deps;
    const now = clock.now();
    const list = await lists.get(userId, listId);
    if (!list) throw new AppError('not_found');
    if (list.creditsReturned !== undefined) return undefined;
    if (cancellationDeadlineOf(list) <= now) throw new AppError('wrong_state');
    if (await getRunningRecheck(deps, list)) throw createBeingUpdatedError();
    const countWrite = await limits.consumeWrite('misread_user', userIdOf(userId), 1);
    if (!countWrite) {
      // A concurrent call may have canceled this list.
      if ((await lists.get(userId, listId))?.version !== list.version) return 'again';
      const limit = await limits.peek('misread_user', userIdOf(userId));
      throw new AppError('too_many_requests', limit.allowed ? {} : limit);
    }
    const { all, count } = await adjustments.read(userId);
    const credits = Math.max(0, computeReplaceableCredits(list, all));
    const id = `canceled:${listId}`;
    const at = new Date(now).toISOString();
    const adjustment = { id, userId, kind: 'replacement', credits, by: 'customer', at } as const;
    const { name } = list;
    const entry = { kind: 'refund', what: 'added', target: listId, name } as const;
    const outcome = await ledger.transact(
      userId,
      [createGrantEntry(`replacement:${listId}:canceled`, credits, WHY)],
      [
        ...adjustments.createWrites({ ...adjustment, reason: WHY, listId }, count),
        ...lists.createCancellationWrites(list, credits, now),
        countWrite,
        ...activity.writes(userIdOf(userId), entry),
      ],
    );
    return outcome === 'applied' ? undefined : 'again';
  });
