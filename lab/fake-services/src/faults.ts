/** Faults that tests switch on. */
export interface Faults {
  /** The service does not know the token (anymore). */
  revoked: boolean;
  /** The token expired, and can be renewed if it is an OAuth token. */
  expired: boolean;
  /** Calls that are answered properly before `limited`, `broken` and `repeated` count. */
  after: number;
  /** Calls to answer with the service's rate limit. */
  limited: number;
  /** Calls to answer with a fault of the service. */
  broken: number;
  /** Pages of contacts to answer with the page before, at services that page by offset. */
  repeated: number;
  /** Milliseconds that each answer takes. */
  delayMs: number;
  /** Runs before a call, by its operation or route, to change the account while it is read. */
  before: (call: string) => void;
}

export const createFaults = (): Faults => ({
  revoked: false,
  expired: false,
  after: 0,
  limited: 0,
  broken: 0,
  repeated: 0,
  delayMs: 0,
  before: () => undefined,
});

/** Returns the fault of the next call, which it uses up; undefined if the call has none. */
export function takeFault(faults: Faults): 'broken' | 'limited' | undefined {
  if (faults.after > 0) {
    faults.after -= 1;
    return undefined;
  }
  for (const fault of ['limited', 'broken'] as const)
    if (faults[fault] > 0) {
      faults[fault] -= 1;
      return fault;
    }
  return undefined;
}

export const delayAnswer = async ({ delayMs }: Faults): Promise<void> => {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
};
