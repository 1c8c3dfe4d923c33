import type { Clock, Ids } from '../platform/clock.ts';
import type { PrivacyQueue } from './ports.ts';

/** Orders an export; it is written by a worker, and its link comes by mail. */
export async function requestExport(
  deps: { readonly privacyQueue: PrivacyQueue; readonly clock: Clock; readonly ids: Ids },
  userId: string,
): Promise<void> {
  const exportId = deps.ids.ulid(deps.clock.now());
  await deps.privacyQueue.send({ kind: 'export', v: 1, userId, exportId });
}
