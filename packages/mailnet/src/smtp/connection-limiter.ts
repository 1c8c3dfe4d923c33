/**
 * Limits concurrent connections per client. The returned function acquires a connection, and
 * returns the function that releases it, or undefined if the client already has `max` connections.
 */
export function createConnectionLimiter(): (
  client: string,
  max: number,
) => (() => void) | undefined {
  const counts = new Map<string, number>();
  return (client, max) => {
    const count = counts.get(client) ?? 0;
    if (count >= max) return undefined;
    counts.set(client, count + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const remaining = (counts.get(client) ?? 1) - 1;
      if (remaining > 0) counts.set(client, remaining);
      else counts.delete(client);
    };
  };
}
