import type { Ask } from './ask.ts';
import type { Task } from './task.ts';
import type { Visit } from './visit-state.ts';

/**
 * Moves the session into TLS, since its server insists on it, and lets later ones do so at once.
 * False when that cannot be, or is so already: to ask again would bring nothing new.
 */
export async function secured(visit: Visit): Promise<boolean> {
  const { session, stop } = visit;
  if (session.secured || !session.starttls || session.ended) return false;
  stop.needsTls = true;
  const failed = await session.secure();
  visit.inTransaction = 0;
  return failed === undefined;
}

/** Meanwhile the task counts as being asked: nobody may take it for done. */
export async function securedFor(visit: Visit, task: Task, asks: readonly Ask[]): Promise<boolean> {
  task.onWire += asks.length;
  const done = await secured(visit);
  task.onWire -= asks.length;
  return done;
}
