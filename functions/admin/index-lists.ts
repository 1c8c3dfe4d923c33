import { ownersOf } from '../access/rules/owner.ts';
import type { AdminDeps } from './deps.ts';

/** Stores the owners of lists created before owners were stored. Returns the number of lists. */
export async function backfillListOwners(
  deps: Pick<AdminDeps, 'directory' | 'lists'>,
): Promise<number> {
  let count = 0;
  for (const { id } of await deps.directory.list())
    for (const owner of ownersOf(id)) {
      const found = await deps.lists.list(owner);
      await Promise.all(found.map((list) => deps.lists.recordOwner(list)));
      count += found.length;
    }
  return count;
}
