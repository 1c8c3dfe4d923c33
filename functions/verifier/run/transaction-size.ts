import type { Outcome } from '../verdict.ts';
import type { Ask } from './ask.ts';
import { msPerRecipient } from './mail-stop.ts';
import type { Task } from './task.ts';
import { settleAll } from './visit-state.ts';
import type { Visit } from './visit-state.ts';

/** How many recipients the next command group is to have, so that it takes no longer than it may. */
export function groupSize({ stop, desk }: Visit): number {
  const { groupMs, firstGroup } = desk.limits;
  if (stop.measured.recipients === 0) return firstGroup;
  return Math.max(1, Math.floor(groupMs / msPerRecipient(stop)));
}

/** How many recipients the server takes in one transaction. */
export function mostRecipients({ desk, provider, most }: Visit, { domain }: Task): number {
  return Math.min(
    desk.limits.recipientsPerTransaction,
    provider?.recipientsPerTransaction ?? Infinity,
    domain.cap ?? Infinity,
    most,
  );
}

/**
 * The server takes fewer recipients in one transaction than it was given.
 *
 * @param again those it left, emptied where they are settled here
 * @param outcome what it says of one too many
 */
export function lowerCap(visit: Visit, task: Task, again: Ask[], outcome: Outcome): void {
  const { asked, accepted } = visit.transaction;
  const answered = asked - again.length;
  if (answered === 0 && visit.heard > 0) {
    // So many a connection, it seems.
    visit.over = true;
    return;
  }
  if (answered === 0 && asked === 1) {
    // Too many for everyone who comes: a limit on us, not on a transaction.
    settleAll(visit, task, again.splice(0), outcome);
    settleAll(visit, task, task.asks.splice(0), outcome);
    visit.end = 'throttled';
    return;
  }
  if (answered === 0) {
    visit.most = Math.floor(asked / 2);
    return;
  }
  // Some count those they accepted, some all they were asked for.
  task.domain.cap = Math.max(1, accepted, Math.floor(answered / 2));
  visit.desk.learn(visit.stop, task.domain);
}
