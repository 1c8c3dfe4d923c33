import { ORDERED_ATTEMPTS } from './backoff.ts';
import type { WaitingDelivery } from './delivery.ts';

/** Maximum waiting deliveries of an endpoint that one run reads. */
const MAX_READ_DELIVERIES = 200;

/**
 * Selects the waiting deliveries of an endpoint that may be sent now. A delivery that has failed a
 * few times blocks later ones of its subject; after many failures it no longer does. If there are
 * more than one run reads, they are scanned in parts, each of which starts with a whole subject.
 * @param waiting ordered by subject, and within it by event
 * @returns deliveries to send, by subject; `next`, when another one is due, in epoch
 *   milliseconds; and `from`, the start of the next scan, if this one did not reach the end
 */
export async function dueDeliveries(waiting: AsyncIterable<WaitingDelivery>, now: number) {
  const subjects = new Map<string, WaitingDelivery[]>();
  const blockedSubjects = new Set<string>();
  let next: number | undefined;
  let from: string | undefined;
  let first: string | undefined;
  let readCount = 0;
  for await (const each of waiting) {
    const { subject, dueAt, attempts } = each;
    first ??= subject;
    if (readCount === MAX_READ_DELIVERIES) {
      // A subject that fills a part by itself continues after the others had their turn.
      from = subject === first ? `${subject}#~` : `${subject}#`;
      break;
    }
    readCount += 1;
    if (blockedSubjects.has(subject)) continue;
    if (dueAt > now) {
      next = Math.min(next ?? dueAt, dueAt);
      if (attempts < ORDERED_ATTEMPTS) blockedSubjects.add(subject);
      continue;
    }
    subjects.set(subject, [...(subjects.get(subject) ?? []), each]);
  }
  return { subjects: [...subjects.values()], next, from };
}
