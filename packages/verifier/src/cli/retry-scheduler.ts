export interface InputRow {
  readonly email: string;
  /** Text after the address on its line; undefined before the first verdict. */
  remark: string | undefined;
  isFinal: boolean;
  /** When the latest retry is or was due, in epoch milliseconds; undefined before any retry. */
  due: number | undefined;
}

interface Round {
  readonly attempt: number;
  readonly rows: InputRow[];
  /** Earliest due time of the rows, in epoch milliseconds. */
  first: number;
  /** Latest due time of the rows, in epoch milliseconds. */
  last: number;
}

/**
 * Groups addresses that are due at about the same time into one round, so that addresses of one
 * domain share a connection. No address is retried early, or later than `slackMs` after it is
 * due, however many others arrive.
 *
 * @param start called when a round is due
 */
export function createRetryScheduler(
  slackMs: number,
  now: () => number,
  start: (rows: InputRow[], attempt: number) => void,
) {
  const timers = new Map<Round, NodeJS.Timeout>();

  const wait = (round: Round): void =>
    void timers.set(round, setTimeout(begin, Math.max(0, round.last - now()), round));

  function begin(round: Round): void {
    if (round.last > now()) return wait(round);
    timers.delete(round);
    start(round.rows, round.attempt);
  }

  return {
    /** @param due epoch milliseconds */
    add(attempt: number, row: InputRow, due: number): void {
      row.due = due;
      for (const round of timers.keys()) {
        const first = Math.min(round.first, due);
        const last = Math.max(round.last, due);
        if (round.attempt !== attempt || last - first > slackMs) continue;
        Object.assign(round, { first, last }).rows.push(row);
        return;
      }
      wait({ attempt, rows: [row], first: due, last: due });
    },
    get isWaiting(): boolean {
      return timers.size > 0;
    },
    cancel(): InputRow[] {
      const rows = [...timers.keys()].flatMap((round) => round.rows);
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      return rows;
    },
  };
}
