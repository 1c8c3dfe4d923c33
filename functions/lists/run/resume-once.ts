import { awaitsCredits, creditsMissing, type List } from '../rules/list.ts';
import type { ListsDeps } from '../deps.ts';
import { isOwnerActive } from './start-list.ts';

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

/** Work that one run of the reconciler does once per user, for any number of lists. */
export interface ResumeOnce {
  isActive(userId: string): Promise<boolean>;
  /** Starts waiting lists if the credits cover the first in line. */
  resumeWaiting(userId: string): Promise<void>;
  /** Resumes lists that were paused for an inactive owner, if the owner is active again. */
  resumePaused(userId: string): Promise<void>;
  /** Like `waiting`, for one waiting list: reads nothing further if it still costs too much. */
  resumeIfAffordable(list: List): Promise<void>;
}

export function createResumeOnce(
  deps: Pick<ListsDeps, 'accounts' | 'ledger' | 'lists' | 'queues'>,
): ResumeOnce {
  const isActive = memoizePerUser((userId) => isOwnerActive(deps, userId));
  const available = memoizePerUser(async (userId) => (await deps.ledger.balance(userId)).available);
  // Uses a message, since nobody here should wait for the thousands a large list sends.
  const resume = memoizePerUser((userId) => deps.queues.sendList({ kind: 'resume', v: 1, userId }));
  const resumeWaiting = memoizePerUser(async (userId) => {
    const credits = await available(userId);
    if (credits === 0) return;
    // The first in line is the oldest; smaller lists after it wait for their turn.
    const first = (await deps.lists.listWithRechecks(userId)).findLast((list) =>
      awaitsCredits(list),
    );
    if (!first || creditsMissing(first) > credits) return;
    if (await isActive(userId)) await resume(userId);
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
