import { isFinal } from '../../../shared/model/list-status.ts';
import type { LogFields } from '../../platform/log.ts';
import { notifyOwner, type NotifyDeps } from './notify-owner.ts';
import type { ListsDeps } from '../deps.ts';
import { type List, isBeyondRetry } from '../rules/list.ts';
import { cancel, recordFailure } from '../rules/transitions.ts';

export type RunDeps = NotifyDeps & Pick<ListsDeps, 'clock' | 'log'>;

/**
 * Does work on a whole list, in a run that was already counted. If all runs of the list ended early
 * or failed, gives up instead: status 6, all credits returned, a mail to its owner, and a log line
 * at level `error`, which raises an alarm.
 */
export async function runOnList(
  deps: RunDeps,
  list: List,
  work: () => Promise<LogFields>,
): Promise<LogFields> {
  const { listId, status, attempts } = list;
  const now = deps.clock.now();
  if (isBeyondRetry(list, now)) {
    const message = 'every run for this list was ended or failed';
    deps.log.alarm('list_given_up', message, { list: listId, status, attempts });
    await cancelList(deps, list, 'processing_failed');
    return { list: listId, outcome: 'failed' };
  }
  try {
    return { list: listId, ...(await work()) };
  } catch (error) {
    return { list: listId, ...(await recordFailureUnlessEnded(deps, list, error)) };
  }
}

/** Cancels a list and notifies its owner of the reason. */
export async function cancelList(
  deps: NotifyDeps & Pick<ListsDeps, 'clock'>,
  list: List,
  reason: Parameters<typeof cancel>[1],
  suggestedColumn?: number,
): Promise<void> {
  const now = deps.clock.now();
  const canceled = await deps.lists.update(list, cancel(list, reason, now, suggestedColumn));
  if (canceled) await notifyOwner(deps, canceled);
}

/**
 * Ends a run that failed and could report it. If the list ended or was deleted meanwhile, its work
 * is deleted too: missing objects are then not a failure, and a retry would do nothing.
 * @throws the error, if the list is still active
 */
async function recordFailureUnlessEnded(
  { lists, clock }: RunDeps,
  list: List,
  error: unknown,
): Promise<LogFields> {
  await lists.update(list, recordFailure(list, clock.now()));
  const current = await lists.get(list.userId, list.listId);
  if (current && !isFinal(current.status)) throw error;
  return { outcome: 'stale', missed: error instanceof Error ? error.name : 'unknown' };
}
