import { ORDERED_ATTEMPTS } from './backoff.ts';
import type { Waiting } from './delivery.ts';

/** Deliveries that one run takes up at most. */
const MAX_DELIVERIES = 200;

export interface Due {
  /** What may be sent, by subject, each in the order of its events. */
  readonly subjects: readonly (readonly Waiting[])[];
  /** When something more is due, epoch milliseconds; undefined for nothing. */
  readonly next: number | undefined;
}

/**
 * What may be sent now of all that waits for an endpoint. A delivery that has failed a few times
 * keeps the later ones of its subject waiting; one that fails again and again no longer does.
 * @param waiting in the order of the events
 */
export async function dueDeliveries(waiting: AsyncIterable<Waiting>, now: number): Promise<Due> {
  const subjects = new Map<string, Waiting[]>();
  const held = new Set<string>();
  let next: number | undefined;
  let taken = 0;
  for await (const each of waiting) {
    const { subject, dueAt, attempts } = each;
    if (held.has(subject)) continue;
    if (dueAt > now) {
      next = Math.min(next ?? dueAt, dueAt);
      if (attempts < ORDERED_ATTEMPTS) held.add(subject);
      continue;
    }
    if (taken === MAX_DELIVERIES) {
      next = now;
      break;
    }
    taken += 1;
    subjects.set(subject, [...(subjects.get(subject) ?? []), each]);
  }
  return { subjects: [...subjects.values()], next };
}
