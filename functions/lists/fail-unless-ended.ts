import { isFinal } from '../../shared/model/list-status.ts';
import type { Clock } from '../platform/clock.ts';
import type { LogFields } from '../platform/log.ts';
import type { Lists } from './ports.ts';
import type { List } from './rules/list.ts';

/**
 * The end of a run that failed, and could say so. A list that has ended or was deleted meanwhile takes the files and
 * records of its work along: to miss them is no failure, and another try would do nothing.
 * @returns what stands in the log of this run
 * @throws the error, where the list goes on
 */
export async function failUnlessEnded(
  { lists, clock }: { readonly lists: Lists; readonly clock: Clock },
  list: List,
  error: unknown,
): Promise<LogFields> {
  await lists.noteFailure(list, clock.now());
  const now = await lists.get(list.userId, list.listId);
  if (now && !isFinal(now.status)) throw error;
  return { outcome: 'ended meanwhile', missed: error instanceof Error ? error.name : 'unknown' };
}
