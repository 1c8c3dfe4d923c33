/**
 * Limits the concurrent connections per client. The returned function takes a place and returns a
 * function that releases it, or `undefined` if all are taken.
 */
export function createConnectionLimiter(): (who: string, max: number) => (() => void) | undefined {
  const places = new Map<string, number>();
  return (who, max) => {
    const taken = places.get(who) ?? 0;
    if (taken >= max) return undefined;
    places.set(who, taken + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (places.get(who) ?? 1) - 1;
      if (left > 0) places.set(who, left);
      else places.delete(who);
    };
  };
}
