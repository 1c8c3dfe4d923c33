import type { List } from './rules/list.ts';
import { notifyOwner, type NotifyDeps } from './notify-owner.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log, LogFields } from '../platform/log.ts';

export interface GiveUpDeps extends NotifyDeps {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Ends a list that ends or fails each run which works on it: status 6, all its credits back, a mail
 * to its owner, and a line at level `error`, which is an alarm.
 * @returns what stands in the log of this run
 */
export async function giveUp(deps: GiveUpDeps, list: List): Promise<LogFields> {
  const { listId, status, attempts } = list;
  const cause = new Error('every run for this list was ended or failed');
  deps.log.error('list_given_up', cause, { list: listId, status, attempts });
  const canceled = await deps.lists.cancel(list, 'processing_failed', deps.clock.now());
  if (canceled) await notifyOwner(deps, canceled);
  return { list: listId, outcome: 'given up' };
}
