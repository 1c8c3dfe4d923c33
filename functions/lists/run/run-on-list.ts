import type { FileSuggestion } from '../../../shared/list-file/file-error.ts';
import { isFinalStatus } from '../../../shared/model/list-status.ts';
import type { LogFields } from '../../platform/log.ts';
import { runGuarded } from '../../platform/queue/run-guard.ts';
import { notifyOwner, type NotifyOwnerDeps } from './notify-owner.ts';
import type { ListsDeps } from '../deps.ts';
import type { List } from '../rules/list.ts';
import { type LockedStage, lockRetryDelaySeconds } from '../rules/stage-lock.ts';
import { cancel, recordFailure } from '../rules/transitions.ts';

export type RunOnListDeps = NotifyOwnerDeps & Pick<ListsDeps, 'clock' | 'log'>;

/**
 * Runs `work` on a whole list. The caller has already counted this attempt. If runs were killed too
 * often or have failed for too long, cancels the list instead (status 6): releases its credits,
 * emails the owner and raises an alarm. Also cancels a recheck that would change the addresses of a
 * list, which only earlier versions supported.
 */
export async function runOnList(
  deps: RunOnListDeps,
  list: List,
  work: () => Promise<LogFields>,
): Promise<LogFields> {
  const cancelFailed = async (outcome: 'failed' | 'refused'): Promise<LogFields> => {
    await cancelList(deps, list, 'processing_failed');
    return { outcome };
  };
  const { listId, status, attempts } = list;
  const fields = await runGuarded(deps.log, deps.clock.now(), {
    fields: { list: listId, status, attempts },
    runs: list,
    giveUp: () => cancelFailed('failed'),
    fail: (error) => recordFailureUnlessEnded(deps, list, error),
    run: () => (list.recheckOf?.edits ? cancelFailed('refused') : work()),
  });
  return { list: listId, ...fields };
}

/**
 * Acquires the lock of a stage. If another list holds it, returns false and requeues the message,
 * unless the reconciler will retry sooner.
 */
export async function acquireStageLock(
  { clock, env, lists, queues }: Pick<ListsDeps, 'clock' | 'env' | 'lists' | 'queues'>,
  stage: LockedStage,
  list: List,
): Promise<boolean> {
  const now = clock.now();
  if (await lists.acquireLock(stage, list, now)) return true;
  const seconds = lockRetryDelaySeconds(list, now, env.TIME_SCALE);
  const message = { v: 1, userId: list.userId, listId: list.listId } as const;
  if (seconds !== undefined)
    await (stage === 'ingest'
      ? queues.sendList({ kind: stage, ...message }, seconds)
      : queues.sendFinalize({ kind: stage, ...message }, seconds));
  return false;
}

export async function cancelList(
  deps: NotifyOwnerDeps & Pick<ListsDeps, 'clock'>,
  list: List,
  reason: Parameters<typeof cancel>[1],
  suggestion?: FileSuggestion,
): Promise<void> {
  const now = deps.clock.now();
  const canceled = await deps.lists.update(list, cancel(list, reason, now, suggestion));
  if (canceled) await notifyOwner(deps, canceled);
}

/**
 * Records that a run failed. If the list finished or was deleted during the run, its work objects
 * are deleted too, so the error may be due to missing objects, and a retry would have no effect.
 * @throws the error, if the list is still active
 */
async function recordFailureUnlessEnded(
  { lists, clock }: RunOnListDeps,
  list: List,
  error: unknown,
): Promise<LogFields> {
  await lists.update(list, recordFailure(list, clock.now()));
  const current = await lists.get(list.userId, list.listId);
  if (current && !isFinalStatus(current.status)) throw error;
  return { outcome: 'stale', missed: error instanceof Error ? error.name : 'unknown' };
}
