import type { PrivacyDeps } from './deps.ts';

/**
 * Leaves a message for every closing that is not at its end: one that stopped, whose message was
 * lost, or that waits for late writes.
 * @returns how many there are
 */
export async function sweepClosings(
  deps: Pick<PrivacyDeps, 'closedAccounts' | 'privacyQueue'>,
): Promise<{ pending: number }> {
  let pending = 0;
  for await (const { userId } of deps.closedAccounts.pendingItems()) {
    await deps.privacyQueue.send({ kind: 'close', v: 1, userId });
    pending += 1;
  }
  return { pending };
}
