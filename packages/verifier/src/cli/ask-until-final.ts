import type { Verdict, Verifier } from '../index.ts';
import { createRounds, type Row } from './rounds.ts';

/** Reasons that pass, so that waiting for them is worth while. */
const PASSING = new Set<Verdict['reason']>(['greylisted', 'throttled', 'server_error']);

export interface RetryOptions {
  /** How often an address whose trouble passes is asked again. */
  retries: number;
  /** How long an address that is due to be asked again may wait for others. */
  slackMs: number;
  /** Epoch milliseconds. What is known by then stays as it is. */
  deadline?: number | undefined;
  /** Ends it before that: open addresses get no verdict, and no more input is read. */
  signal?: AbortSignal | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Asks batch after batch, and asks again as the verdicts advise, until every remark is final. Later
 * batches are asked while earlier ones wait for another attempt.
 *
 * @param remarkOf what the line of an address says after it
 * @param onFinal is called with each row whose remark became final
 * @throws what the input throws, when all that was read before has its final remark
 */
export async function askUntilFinal(
  verifier: Verifier,
  batches: AsyncIterable<readonly Row[]>,
  remarkOf: (verdict: Verdict) => string,
  { retries, slackMs, deadline = Infinity, signal, now }: RetryOptions & { signal: AbortSignal },
  onFinal: (row: Row) => void,
): Promise<void> {
  const rounds = createRounds(slackMs, now, (rows, attempt) => void track(ask(rows, attempt)));
  const over = Promise.withResolvers<void>();
  const failures: unknown[] = [];
  let running = 0;

  async function track(work: Promise<void>): Promise<void> {
    running += 1;
    await work.catch((error: unknown) => failures.push(error));
    running -= 1;
    endIfFinal();
  }

  async function read(): Promise<void> {
    for await (const rows of batches) void track(ask(rows, 0));
  }

  async function ask(rows: readonly Row[], attempt: number): Promise<void> {
    const emails = rows.values().map(({ email }) => email);
    let isComplete = false;
    try {
      for await (const verdicts of verifier.verify(emails, { attempt, deadline, signal }))
        for (const { index, verdict } of verdicts) {
          const row = rows[index];
          if (row) record(row, verdict, attempt);
        }
      isComplete = !signal.aborted;
    } finally {
      // The addresses to which it did not come are left out.
      if (!isComplete) rows.forEach(finish);
    }
  }

  function record(row: Row, verdict: Verdict, attempt: number): void {
    const { reason, retry_after_s: waitS = Infinity } = verdict;
    // The verdict of the attempt before says more than that this attempt was cut short.
    if (attempt === 0 || reason !== 'not_answered') {
      row.remark = remarkOf(verdict);
      // Greylisting goes by the first attempt; what a round takes must not add up.
      const from = reason === 'greylisted' ? (row.due ?? now()) : now();
      const due = from + waitS * 1000;
      if (attempt < retries && due < deadline && !signal.aborted && PASSING.has(reason))
        return rounds.add(attempt + 1, row, due);
    }
    finish(row);
  }

  function finish(row: Row): void {
    if (row.isFinal) return;
    row.isFinal = true;
    onFinal(row);
  }

  function endIfFinal(): void {
    if (running === 0 && !rounds.isWaiting) over.resolve();
  }

  /** Waits for no further round. */
  function giveUp(): void {
    rounds.cancel().forEach(finish);
    endIfFinal();
  }

  const late = deadline < Infinity ? setTimeout(giveUp, Math.max(0, deadline - now())) : undefined;
  signal.addEventListener('abort', giveUp);
  void track(read());
  await over.promise;
  clearTimeout(late);
  signal.removeEventListener('abort', giveUp);
  if (failures.length > 0) throw failures[0];
}
