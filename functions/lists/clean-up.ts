import { filteredPrefix, resultPrefix, uploadKeyOf, workPrefix } from './rules/blob-keys.ts';
import type { Blobs } from '../platform/s3/blobs.ts';
import type { Tasks } from './ports.ts';

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
  await deps.blobs.removeAll(filteredPrefix(listId));
  await dropWork(deps, listId);
}
