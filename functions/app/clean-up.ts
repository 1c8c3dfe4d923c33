import { resultPrefix, uploadKeyOf, workPrefix } from '../domain/list/blob-keys.ts';
import type { Blobs } from './ports/blobs.ts';
import type { Tasks } from './ports/tasks.ts';

interface CleanUpDeps {
  readonly tasks: Tasks;
  readonly blobs: Blobs;
}

/** Removes what a finished list no longer needs: all but its result and its source. */
export async function dropWork({ tasks, blobs }: CleanUpDeps, listId: string): Promise<void> {
  await blobs.removeAll(workPrefix(listId));
  await tasks.removeAll(listId);
}

/** Removes every trace of a list but its row. */
export async function cleanUp(deps: CleanUpDeps, userId: string, listId: string): Promise<void> {
  await deps.blobs.remove(uploadKeyOf(userId, listId));
  await deps.blobs.removeAll(resultPrefix(listId));
  await dropWork(deps, listId);
}
