import { awaitsCredits, creditsMissing, type List } from '../rules/list.ts';
import type { ListsDeps } from '../deps.ts';
import { readOwnerState } from './start-list.ts';

function memoizePerUser<T>(load: (userId: string) => Promise<T>): (userId: string) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (userId) => {
    const pending = cache.get(userId);
    if (pending) return pending;
    const promise = load(userId);
    cache.set(userId, promise);
    return promise;
  };
}

/** Reads a user's state, and sends a message for the user, at most once per reconciler run. */
export interface ListResumer {
  isActive(userId: string): Promise<boolean>;
  /** Starts lists that wait for credits if the balance covers the first in line. */
  resumeWaiting(userId: string): Promise<void>;
  /** Resumes lists paused for an inactive owner or at the daily limit, if the owner is active. */
  resumePaused(userId: string): Promise<void>;
  /** Like `resumeWaiting`, but stops early if the balance does not cover this list. */
  resumeIfAffordable(list: List): Promise<void>;
}

export function createListResumer(
  deps: Pick<ListsDeps, 'accounts' | 'ledger' | 'lists' | 'queues'>,
): ListResumer {
  const isActive = memoizePerUser(async (userId) => (await readOwnerState(deps, userId)).isActive);
  const available = memoizePerUser(async (userId) => (await deps.ledger.balance(userId)).available);
  // Queue a message, because starting the lists here could send thousands of task messages.
  const resume = memoizePerUser((userId) => deps.queues.sendList({ kind: 'resume', v: 1, userId }));
  const resumeWaiting = memoizePerUser(async (userId) => {
    const credits = await available(userId);
    if (credits === 0) return;
    // The oldest list is first in line. Smaller, newer lists must not overtake it.
    for await (const list of deps.lists.listPaused(userId)) {
      if (!awaitsCredits(list)) continue;
      if (creditsMissing(list) <= credits && (await isActive(userId))) await resume(userId);
      return;
    }
  });

  return {
    isActive,
    resumeWaiting,
    async resumePaused(userId) {
      if (await isActive(userId)) await resume(userId);
    },
    async resumeIfAffordable(list) {
      if (creditsMissing(list) <= (await available(list.userId))) await resumeWaiting(list.userId);
    },
  };
}
