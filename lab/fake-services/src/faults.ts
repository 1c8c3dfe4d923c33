/** Faults that tests can enable. */
export interface Faults {
  /** The service does not know the token (anymore). */
  revoked: boolean;
  /** The token expired, and can be renewed if it is an OAuth token. */
  expired: boolean;
  /** Number of calls that succeed before `limited`, `broken` and `repeated` count. */
  after: number;
  /** Number of calls that get the service's rate limit as response. */
  limited: number;
  /** Number of calls that get a fault of the service as response. */
  broken: number;
  /**
   * Number of pages of contacts that get the previous page as response, at services that page by
   * offset.
   */
  repeated: number;
  /** Milliseconds that each response takes. */
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

export const delayResponse = async ({ delayMs }: Faults): Promise<void> => {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
};
