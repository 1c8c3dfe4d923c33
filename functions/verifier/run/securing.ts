import type { Session } from '../smtp/session.ts';
import type { Outcome } from '../verdict.ts';
import type { Ask } from './ask.ts';
import type { Task } from './task.ts';
import { NO_TRANSACTION } from './visit-state.ts';
import type { Visit } from './visit-state.ts';

/** TLS is offered and not there yet. */
export const offersTls = (session: Session): boolean => session.starttls && !session.secured;

const canBe = (session: Session): boolean => offersTls(session) && !session.ended;

/**
 * Moves the session into TLS. False when that cannot be, or is so already: to ask again would bring
 * nothing new.
 */
export async function secured(visit: Visit): Promise<boolean> {
  const { session } = visit;
  if (!canBe(session)) return false;
  const failed = await session.secure();
  visit.transaction = { ...NO_TRANSACTION };
  return failed === undefined;
}

const OUT_OF_ORDER = { reason: 'server_error', rule: 'tls-out-of-order', retry: true } as const;

/**
 * What a refusal for want of TLS comes to that stays without: where TLS is offered, yet not to be had,
 * it may be another time (454, RFC 3207 §4).
 */
export function stillUnsecured({ session }: Visit, outcome: Outcome): Outcome {
  return offersTls(session) ? { ...outcome, ...OUT_OF_ORDER } : outcome;
}

/**
 * As `secured`, since the server insists on it for these: later sessions do so at once. Meanwhile the
 * task counts as being asked: nobody may take it for done.
 */
export async function securedFor(visit: Visit, task: Task, asks: readonly Ask[]): Promise<boolean> {
  if (canBe(visit.session)) visit.stop.needsTls = true;
  task.onWire += asks.length;
  const done = await secured(visit);
  task.onWire -= asks.length;
  return done;
}
