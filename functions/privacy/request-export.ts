import type { PrivacyDeps } from './deps.ts';

/** Orders an export; it is written by a worker, and its link comes by mail. */
export async function requestExport(
  deps: Pick<PrivacyDeps, 'clock' | 'ids' | 'privacyQueue'>,
  userId: string,
): Promise<void> {
  const exportId = deps.ids.ulid(deps.clock.now());
  await deps.privacyQueue.send({ kind: 'export', v: 1, userId, exportId });
}
