import { ORDERED_ATTEMPTS } from './backoff.ts';
import type { Waiting } from './delivery.ts';

/** What one run reads of what waits for an endpoint. */
const MAX_READ = 200;

/**
 * What may be sent now of what waits for an endpoint. A delivery that has failed a few times keeps
 * the later ones of its subject waiting; one that fails again and again no longer does. More than
 * one run reads is looked at in parts, each of which begins with a whole subject.
 * @param waiting subject by subject, each in the order of its events
 * @returns what may be sent, by subject; when something more of this is `next` due, epoch
 * milliseconds; and `from` where the next look has to begin, where this one did not reach the end
 */
export async function dueDeliveries(waiting: AsyncIterable<Waiting>, now: number) {
  const subjects = new Map<string, Waiting[]>();
  const held = new Set<string>();
  let next: number | undefined;
  let from: string | undefined;
  let first: string | undefined;
  let read = 0;
  for await (const each of waiting) {
    const { subject, dueAt, attempts } = each;
    first ??= subject;
    if (read === MAX_READ) {
      // One that fills a part alone is gone on with when the others had their turn.
      from = subject === first ? `${subject}#~` : `${subject}#`;
      break;
    }
    read += 1;
    if (held.has(subject)) continue;
    if (dueAt > now) {
      next = Math.min(next ?? dueAt, dueAt);
      if (attempts < ORDERED_ATTEMPTS) held.add(subject);
      continue;
    }
    subjects.set(subject, [...(subjects.get(subject) ?? []), each]);
  }
  return { subjects: [...subjects.values()], next, from };
}
