/** One address of the input, until its line is written. */
export interface Row {
  readonly email: string;
  /** What the line says after the address; undefined before the first verdict. */
  remark: string | undefined;
  isFinal: boolean;
  /** When the address is to be asked again, epoch milliseconds. */
  due: number | undefined;
}

/** Addresses that are asked again together. */
interface Round {
  /** How often these addresses were asked before. */
  readonly attempt: number;
  readonly rows: Row[];
  /** When the first and the last of them are due. */
  first: number;
  last: number;
}

/**
 * What is to be asked again, until it is due.
 *
 * Addresses that are due at about the same time make one round, so that those of one domain share
 * its connection. None is asked early, and none later than `slackMs` after it was due, however many
 * others keep coming.
 *
 * @param start is called when a round is due
 */
export function createRounds(
  slackMs: number,
  now: () => number,
  start: (rows: readonly Row[], attempt: number) => void,
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
    add(attempt: number, row: Row, due: number): void {
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
    /** Gives up all that waits, and returns it. */
    cancel(): Row[] {
      const rows = [...timers.keys()].flatMap((round) => round.rows);
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      return rows;
    },
  };
}
