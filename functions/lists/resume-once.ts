import { awaitsCredits, creditsNeeded, type List } from './rules/list.ts';
import type { Accounts } from '../access/ports.ts';
import type { Ledger } from '../credits/ports.ts';
import { ownerIsActive } from './owner-is-active.ts';
import type { Lists, Queues } from './ports.ts';
import { resumeStoppedLists } from './resume-stopped-lists.ts';

interface ResumeOnceDeps {
  readonly accounts: Pick<Accounts, 'get'>;
  readonly ledger: Pick<Ledger, 'balance'>;
  readonly lists: Pick<Lists, 'all'>;
  readonly queues: Pick<Queues, 'sendList'>;
}

/** What a run of the reconciler asks and does once for a user, however many lists want it. */
export interface ResumeOnce {
  isActive(userId: string): Promise<boolean>;
  /** Lets stopped lists go on where their owner is active. */
  stopped(userId: string): Promise<void>;
  /** Lets waiting lists start where the credits suffice for the first in line. */
  waiting(userId: string): Promise<void>;
  /** As `waiting`, for a look at a list that waits: nothing is read for one that still costs too much. */
  waitingFor(list: List): Promise<void>;
}

function perUser<T>(ask: (userId: string) => Promise<T>): (userId: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (userId) => {
    const before = asked.get(userId);
    if (before) return before;
    const answer = ask(userId);
    asked.set(userId, answer);
    return answer;
  };
}

/** Use it for one run: what it has asked it never asks again. */
export function createResumeOnce(deps: ResumeOnceDeps): ResumeOnce {
  const isActive = perUser((userId) => ownerIsActive(deps, userId));
  const available = perUser(async (userId) => (await deps.ledger.balance(userId)).available);
  const resume = perUser((userId) => resumeStoppedLists(deps, userId));
  const waiting = perUser(async (userId) => {
    const credits = await available(userId);
    if (credits === 0) return;
    // The first in line is the oldest; smaller ones behind it wait for their turn.
    const first = (await deps.lists.all(userId)).findLast((list) => awaitsCredits(list));
    if (!first || creditsNeeded(first) > credits) return;
    if (await isActive(userId)) await resume(userId);
  });

  return {
    isActive,
    waiting,
    async stopped(userId) {
      if (await isActive(userId)) await resume(userId);
    },
    async waitingFor(list) {
      if (creditsNeeded(list) <= (await available(list.userId))) await waiting(list.userId);
    },
  };
}
