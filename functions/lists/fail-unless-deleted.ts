import type { LogFields } from '../platform/log.ts';
import type { Clock } from '../platform/clock.ts';
import type { Lists } from './ports.ts';
import type { List } from './rules/list.ts';

/**
 * The end of a run that failed. A list that was deleted meanwhile has taken its files with it: what is
 * missing then is no failure.
 * @throws the error, where the list is still there
 */
export async function failUnlessDeleted(
  { lists, clock }: { readonly lists: Lists; readonly clock: Clock },
  list: List,
  error: unknown,
): Promise<LogFields> {
  await lists.noteFailure(list, clock.now());
  if (await lists.get(list.userId, list.listId)) throw error;
  return { outcome: 'deleted meanwhile' };
}
