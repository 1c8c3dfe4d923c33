const MINUTE_MS = 60_000;
const GREYLIST_MS = 4 * MINUTE_MS;

/** The memory that servers have of their clients, for a while. */
export interface ClientMemory {
  /**
   * Whether the triplet was seen long enough ago; a first sight is remembered. `forgets`: one
   * that was is as new as at first again.
   */
  ripe(client: string, sender: string, recipient: string, forgets: boolean): boolean;
  /** Whether this visitor has ended a connection before. */
  knows(visitor: string): boolean;
  ended(visitor: string): void;
  /** Counts one more recipient. @returns how many came in the minute of the first */
  recipients(visitor: string): number;
}

/** @param scale divides the minutes that servers wait */
export function createClientMemory(scale: number, now: () => number): ClientMemory {
  /** First sights of (client, sender, recipient). */
  const triplets = new Map<string, number>();
  const visitors = new Set<string>();
  const minutes = new Map<string, { since: number; recipients: number }>();

  return {
    ripe(client, sender, recipient, forgets) {
      const triplet = `${client} ${sender} ${recipient}`.toLowerCase();
      const seen = triplets.get(triplet);
      const ripe = seen !== undefined && now() - seen >= GREYLIST_MS / scale;
      if (seen === undefined || (ripe && forgets)) triplets.set(triplet, now());
      return ripe;
    },
    knows: (visitor) => visitors.has(visitor),
    ended: (visitor) => void visitors.add(visitor),
    recipients(visitor) {
      let minute = minutes.get(visitor);
      if (!minute || now() - minute.since >= MINUTE_MS / scale)
        minutes.set(visitor, (minute = { since: now(), recipients: 0 }));
      return ++minute.recipients;
    },
  };
}
