/** The run that a connection is for. */
export interface WaitingRun {
  signal: AbortSignal;
  /** Somebody waits at a screen for its verdicts. */
  urgent: boolean;
}

/** What is known of one key of the concurrency limiter. */
export interface Pace {
  /** Connections allowed at once; grows in fractions. */
  limit: number;
  max: number;
  /** The number of connections at the last complaint. */
  tooMany: number;
  open: number;
  /** Complaints in a row at a limit of one connection. */
  complaints: number;
  /** Domains in a row that said we are blocked. */
  suspicions: number;
  blockedUntil: number;
  restsUntil: number;
  loadedAt: number;
  waiting: { proceed: () => void; run: WaitingRun | undefined }[];
  /** Leases bound the connections, too. */
  isLeased: boolean;
  /** By how much the limit has grown, or was halved, since other processes were told. */
  grown: number;
  complained: boolean;
}

/** The pace of a key about which nothing was loaded yet. */
export const createPace = (): Pace => ({
  limit: 1,
  max: 1,
  tooMany: Infinity,
  open: 0,
  complaints: 0,
  suspicions: 0,
  blockedUntil: 0,
  restsUntil: 0,
  loadedAt: -Infinity,
  waiting: [],
  isLeased: false,
  grown: 0,
  complained: false,
});

export function letProceed(pace: Pace, some: Pace['waiting']): void {
  pace.open += some.length;
  for (const { proceed } of some) proceed();
}

/** A run that has ended opens no connection, and need not wait until it may. */
export function dismissEnded(pace: Pace): void {
  const all = pace.waiting;
  pace.waiting = all.filter(({ run }) => !run?.signal.aborted);
  letProceed(
    pace,
    all.filter(({ run }) => run?.signal.aborted),
  );
}
