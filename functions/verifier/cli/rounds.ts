/** One address of the input, until its line is written. */
export interface Row {
  readonly email: string;
  /** What the line says after the address; undefined before the first verdict. */
  remark: string | undefined;
  /** Whether the remark is final. */
  isFinal: boolean;
  /** When the address is to be asked again, epoch milliseconds. */
  due: number | undefined;
}

export const rowOf = (email: string): Row => ({
  email,
  remark: undefined,
  isFinal: false,
  due: undefined,
});

/** Addresses that are asked again together. */
export interface Round {
  /** How often these addresses were asked before. */
  attempt: number;
  rows: Row[];
}

interface Gathering extends Round {
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
export function createRounds(slackMs: number, now: () => number, start: (round: Round) => void) {
  const timers = new Map<Gathering, NodeJS.Timeout>();

  function wait(round: Gathering, until: number): void {
    const left = Math.max(0, until - now());
    timers.set(
      round,
      setTimeout(() => begin(round), left),
    );
  }

  function begin(round: Gathering): void {
    if (round.last > now()) return wait(round, round.last);
    timers.delete(round);
    start(round);
  }

  function roundFor(attempt: number, due: number): Gathering {
    for (const round of timers.keys()) {
      const first = Math.min(round.first, due);
      const last = Math.max(round.last, due);
      if (round.attempt === attempt && last - first <= slackMs)
        return Object.assign(round, { first, last });
    }
    const round = { attempt, rows: [], first: due, last: due };
    wait(round, due);
    return round;
  }

  return {
    /** @param due epoch milliseconds */
    add(attempt: number, row: Row, due: number): void {
      roundFor(attempt, due).rows.push(row);
      row.due = due;
    },
    /** Whether anything waits. */
    get waiting(): boolean {
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
