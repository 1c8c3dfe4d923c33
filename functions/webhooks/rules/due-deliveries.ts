import { MAX_BLOCKING_ATTEMPTS } from './backoff.ts';
import type { WaitingDelivery } from './delivery.ts';

/** Maximum waiting deliveries of an endpoint that one run reads. */
const MAX_READ_DELIVERIES = 200;

/**
 * Selects the waiting deliveries of an endpoint that may be sent now. A failed delivery blocks
 * later deliveries of its subject during its first few attempts. A run reads at most
 * MAX_READ_DELIVERIES; longer backlogs are scanned in parts.
 * @param waiting ordered by subject, then by event
 * @returns `subjects`, the deliveries to send, grouped by subject; `next`, when the next delivery
 * is due, in epoch milliseconds; and `from`, the start of the next scan, if this one was partial
 */
export async function selectDueDeliveries(waiting: AsyncIterable<WaitingDelivery>, now: number) {
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
      // Start the next scan with this subject. If the subject fills a whole scan, start with the
      // next subject instead, so that other subjects get their turn first.
      from = subject === first ? `${subject}#~` : `${subject}#`;
      break;
    }
    readCount += 1;
    if (blockedSubjects.has(subject)) continue;
    if (dueAt > now) {
      next = Math.min(next ?? dueAt, dueAt);
      if (attempts < MAX_BLOCKING_ATTEMPTS) blockedSubjects.add(subject);
      continue;
    }
    subjects.set(subject, [...(subjects.get(subject) ?? []), each]);
  }
  return { subjects: [...subjects.values()], next, from };
}
