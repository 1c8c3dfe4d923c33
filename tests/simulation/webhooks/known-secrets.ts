/** A secret that a customer was shown. */
interface Known {
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

const MINUTE_MS = 60_000;
/** The secret before signs as well for a day; the last minutes may have passed unheard. */
const OVERLAP_MS = 24 * 60 * MINUTE_MS - 10 * MINUTE_MS;

/** The secrets that customers were shown, by endpoint. */
export function createSecrets() {
  const known = new Map<string, readonly Known[]>();
  const rotating = new Set<string>();
  const last = (id: string): readonly Known[] => (known.get(id) ?? []).slice(-1);

  return {
    isRotating: (id: string): boolean => rotating.has(id),

    shown: (id: string, secret: string, since: number): void =>
      void known.set(id, [...last(id), { secret, since }]),

    /** From here on another one may sign. */
    rotates(id: string): void {
      rotating.add(id);
      known.set(id, last(id));
    },

    /** @param shown whether the customer knows what became of it */
    rotated(id: string, shown: boolean): void {
      rotating.delete(id);
      if (!shown) known.delete(id);
    },

    /** Each of these has to sign what is sent then. */
    provingAt(id: string, at: number): string[] {
      const [first, second] = known.get(id) ?? [];
      if (!first) return [];
      if (!second) return [first.secret];
      return [
        // A worker may have begun with the one before.
        ...(at - second.since > 2 * MINUTE_MS ? [second.secret] : []),
        ...(at - second.since < OVERLAP_MS ? [first.secret] : []),
      ];
    },
  };
}
