const MINUTE_MS = 60_000;
const GREYLIST_DELAY_MS = 4 * MINUTE_MS;

export interface ClientMemory {
  /**
   * Whether the greylist window has passed since a triplet was first seen; records a new triplet.
   * `resetsAfterWindow`: after the window, the triplet counts as new again.
   */
  hasWaited(client: string, sender: string, recipient: string, resetsAfterWindow: boolean): boolean;
  /** Whether a visitor (host name and client) has closed a connection before. */
  isKnown(visitor: string): boolean;
  recordEnd(visitor: string): void;
  /** Counts a recipient. Returns the visitor's number of recipients in the current minute. */
  countRecipient(visitor: string): number;
}

/** @param scale divides the greylist window and the minute of the recipient limit */
export function createClientMemory(scale: number, now: () => number): ClientMemory {
  const triplets = new Map<string, number>();
  const visitors = new Set<string>();
  const minutes = new Map<string, { since: number; recipients: number }>();

  return {
    hasWaited(client, sender, recipient, resetsAfterWindow) {
      const triplet = `${client} ${sender} ${recipient}`.toLowerCase();
      const firstSeenAt = triplets.get(triplet);
      const waitedLongEnough =
        firstSeenAt !== undefined && now() - firstSeenAt >= GREYLIST_DELAY_MS / scale;
      if (firstSeenAt === undefined || (waitedLongEnough && resetsAfterWindow))
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
