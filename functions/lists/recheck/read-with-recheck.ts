import { isFinalStatus } from '../../../shared/model/list-status.ts';
import { type List, resultIdOf } from '../rules/list.ts';
import { getLastRecheck, type RecheckListDeps } from './recheck-list.ts';

/**
 * Reads the latest recheck of a list. Reads the list again if a recheck may have changed it since,
 * because a caller that sees a finished recheck expects its counts in the list.
 */
export async function readWithRecheck(
  deps: RecheckListDeps,
  list: List,
): Promise<{ list: List; recheck: List | undefined }> {
  const recheck = await getLastRecheck(deps, list);
  if (recheck && !isFinalStatus(recheck.status)) return { list, recheck };
  if (recheck && resultIdOf(list) !== recheck.listId) {
    const current = await deps.lists.get(list.userId, list.listId);
    if (current && current.version !== list.version) return readWithRecheck(deps, current);
  }
  return { list, recheck };
}
