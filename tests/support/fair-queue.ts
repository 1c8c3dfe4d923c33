import { SECOND_MS } from '../../shared/model/duration.ts';

/**
 * Share of the messages in flight, or of the recent processing time, above which a tenant is noisy:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
const NOISY_SHARE = 0.1;
/** Minimum number of messages in flight with which a tenant can be noisy. */
const NOISY_MESSAGES = 30;
const RECENT_MS = 60 * SECOND_MS;

/**
 * Order in which an SQS fair queue delivers the messages of its tenants: quiet tenants first, and
 * among them the tenants with the fewest messages in flight. A noisy tenant is quiet again once its
 * shares have fallen.
 */
export function createFairOrder(now: () => number, random: () => number) {
  const inFlightByGroup = new Map<string, number>();
  let completed: { readonly group: string; readonly ms: number; readonly at: number }[] = [];
  const inFlight = (group: string): number => inFlightByGroup.get(group) ?? 0;

  function noisy(): Set<string> {
    completed = completed.filter(({ at }) => at > now() - RECENT_MS);
    const allMs = completed.reduce((sum, { ms }) => sum + ms, 0);
    const timeOf = new Map<string, number>();
    for (const { group, ms } of completed) timeOf.set(group, (timeOf.get(group) ?? 0) + ms);
    const all = [...inFlightByGroup.values()].reduce((a, b) => a + b, 0);
    const byTime = [...timeOf].filter(([, ms]) => ms > NOISY_SHARE * allMs);
    const byCount = [...inFlightByGroup].filter(
      ([, count]) => count >= NOISY_MESSAGES && count > NOISY_SHARE * all,
    );
    return new Set([...byTime, ...byCount].map(([group]) => group));
  }

  return {
    /** Returns the messages in the order in which the queue delivers them. */
    sort<T>(messages: readonly T[], groupOf: (message: T) => string): T[] {
      const noisyGroups = noisy();
      return messages
        .map((message) => ({
          message,
          rank: noisyGroups.has(groupOf(message)) ? 1 : 0,
          order: inFlight(groupOf(message)) + random(),
        }))
        .toSorted((one, other) => one.rank - other.rank || one.order - other.order)
        .map(({ message }) => message);
    },
    begin(group: string): void {
      inFlightByGroup.set(group, inFlight(group) + 1);
    },
    end(group: string, ms: number): void {
      inFlightByGroup.set(group, inFlight(group) - 1);
      completed.push({ group, ms, at: now() });
    },
  };
}
