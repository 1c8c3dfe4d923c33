import type { Outcome } from '../verdict.ts';
import type { Ask } from './ask.ts';
import { offersTls } from './securing.ts';
import type { Task } from './task.ts';
import { settleAll } from './visit-state.ts';
import type { Visit } from './visit-state.ts';

/**
 * Recipients risked behind a MAIL that may be refused for want of TLS. Each then counts as an error
 * of ours, and many servers hang up at 20 of them.
 */
const RISKED_BEFORE_TLS = 8;

/** How many recipients the next transaction may have. */
export function mostRecipients(
  { session, desk, provider, most, mailAccepted }: Visit,
  { domain }: Task,
): number {
  return Math.min(
    desk.limits.recipientsPerTransaction,
    provider?.recipientsPerTransaction ?? Infinity,
    domain.cap ?? Infinity,
    most,
    offersTls(session) && !mailAccepted ? RISKED_BEFORE_TLS : Infinity,
  );
}

/**
 * The server takes fewer recipients in one transaction than it was given.
 *
 * @param again those it left, emptied where they are settled here
 * @param outcome what it says of one too many
 */
export function lowerCap(
  visit: Visit,
  task: Task,
  asked: number,
  again: Ask[],
  accepted: number,
  outcome: Outcome,
): void {
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
