import { MINUTE_MS } from '../../../shared/model/duration.ts';
interface KnownSecret {
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** Time for which the previous secret also signs: a day, less a margin for simulated delays. */
const OVERLAP_MS = 24 * 60 * MINUTE_MS - 10 * MINUTE_MS;

/** Tracks the secrets that customers have seen, by endpoint. */
export function createSecretTracker() {
  const known = new Map<string, readonly KnownSecret[]>();
  const rotating = new Set<string>();
  const last = (id: string): readonly KnownSecret[] => (known.get(id) ?? []).slice(-1);

  return {
    isRotating: (id: string): boolean => rotating.has(id),

    addSecret: (id: string, secret: string, since: number): void =>
      void known.set(id, [...last(id), { secret, since }]),

    /** Begins a rotation, during which requests may already be signed with a new secret. */
    beginRotation(id: string): void {
      rotating.add(id);
      known.set(id, last(id));
    },

    /**
     * Ends a rotation.
     * @param shown whether the customer has seen the new secret; if not, it is unknown from now on
     * which secrets sign
     */
    endRotation(id: string, shown: boolean): void {
      rotating.delete(id);
      if (!shown) known.delete(id);
    },

    /** Secrets that must all have signed a request sent at this time. */
    validAt(id: string, at: number): string[] {
      const [first, second] = known.get(id) ?? [];
      if (!first) return [];
      if (!second) return [first.secret];
      return [
        // A worker may have started with the previous secret.
        ...(at - second.since > 2 * MINUTE_MS ? [second.secret] : []),
        ...(at - second.since < OVERLAP_MS ? [first.secret] : []),
      ];
    },
  };
}
