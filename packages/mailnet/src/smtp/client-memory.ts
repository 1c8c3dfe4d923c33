const MINUTE_MS = 60_000;
const GREYLIST_MS = 4 * MINUTE_MS;

/** The memory that servers have of their clients, for a while. */
export interface ClientMemory {
  /**
   * Whether the triplet was seen long enough ago; a first sight is remembered. `forgets`: one
   * that was is as new as at first again.
   */
  hasWaited(client: string, sender: string, recipient: string, resetsOnceRipe: boolean): boolean;
  /** Whether this visitor has ended a connection before. */
  isKnown(visitor: string): boolean;
  recordEnd(visitor: string): void;
  /** Counts one more recipient. @returns how many came in the minute of the first */
  countRecipient(visitor: string): number;
}

/** @param scale divides the minutes that servers wait */
export function createClientMemory(scale: number, now: () => number): ClientMemory {
  /** First sights of (client, sender, recipient). */
  const triplets = new Map<string, number>();
  const visitors = new Set<string>();
  const minutes = new Map<string, { since: number; recipients: number }>();

  return {
    hasWaited(client, sender, recipient, resetsOnceRipe) {
      const triplet = `${client} ${sender} ${recipient}`.toLowerCase();
      const firstSeenAt = triplets.get(triplet);
      const waitedLongEnough =
        firstSeenAt !== undefined && now() - firstSeenAt >= GREYLIST_MS / scale;
      if (firstSeenAt === undefined || (waitedLongEnough && resetsOnceRipe))
        triplets.set(triplet, now());
      return waitedLongEnough;
    },
    isKnown: (visitor) => visitors.has(visitor),
    recordEnd: (visitor) => void visitors.add(visitor),
    countRecipient(visitor) {
      let minute = minutes.get(visitor);
      if (!minute || now() - minute.since >= MINUTE_MS / scale)
        minutes.set(visitor, (minute = { since: now(), recipients: 0 }));
      return ++minute.recipients;
    },
  };
}
