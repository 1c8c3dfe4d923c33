import type { Verdict, Verifier } from '../index.ts';
import { createRetryScheduler, type InputRow } from './retry-scheduler.ts';

/** Reasons that are likely to be temporary, so that a retry is worthwhile. */
const TRANSIENT_REASONS = new Set<Verdict['reason']>(['greylisted', 'throttled', 'server_error']);

export interface RetryOptions {
  /** Maximum retries of an address with a temporary reason. */
  retries: number;
  /** Maximum milliseconds by which a due retry is delayed, to combine it with other retries. */
  slackMs: number;
  /** Epoch milliseconds after which no address is retried; verdicts known by then are final. */
  deadline?: number | undefined;
  /**
   * Cancels the run: no more input is read, and unfinished addresses keep their last verdict or get
   * `not_answered`.
   */
  signal?: AbortSignal | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Verifies one batch after another, and retries as the verdicts advise, until every remark is
 * final. Later batches are verified while earlier batches wait for another attempt.
 * @param batches rows are removed as they become final, so that only unfinished rows need memory
 * @param remarkOf returns the text after an address on its line
 * @param onFinal called with each row whose remark became final
 * @throws the input's error, once all rows read before it are final
 */
export async function verifyWithRetries(
  verifier: Verifier,
  batches: AsyncIterable<InputRow[]>,
  remarkOf: (verdict: Verdict) => string,
  { retries, slackMs, deadline = Infinity, signal, now }: RetryOptions & { signal: AbortSignal },
  onFinal: (row: InputRow) => void,
): Promise<void> {
  const rounds = createRetryScheduler(
    slackMs,
    now,
    (rows, attempt) => void track(ask(rows, attempt)),
  );
  const completed = Promise.withResolvers<void>();
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

  async function ask(rows: InputRow[], attempt: number): Promise<void> {
    const open: (InputRow | undefined)[] = rows;
    const emails = rows.values().map(({ email }) => email);
    let isComplete = false;
    try {
      for await (const verdicts of verifier.verify(emails, { attempt, deadline, signal }))
        for (const { index, verdict } of verdicts) {
          const row = open[index];
          open[index] = undefined;
          if (row) record(row, verdict, attempt);
        }
      isComplete = !signal.aborted;
    } finally {
      if (!isComplete) for (const row of open) if (row) finish(row);
    }
  }

  function record(row: InputRow, verdict: Verdict, attempt: number): void {
    const { reason, retry_after_s: waitS = Infinity } = verdict;
    // An earlier verdict is more useful than `not_answered` of a canceled attempt.
    if (attempt === 0 || reason !== 'not_answered') {
      row.remark = remarkOf(verdict);
      // Greylisting servers count from the first attempt, so the time that a round takes must not
      // delay the next one.
      const waitingSince = reason === 'greylisted' ? (row.due ?? now()) : now();
      const due = waitingSince + waitS * 1000;
      if (attempt < retries && due < deadline && !signal.aborted && TRANSIENT_REASONS.has(reason))
        return rounds.add(attempt + 1, row, due);
    }
    finish(row);
  }

  function finish(row: InputRow): void {
    if (row.isFinal) return;
    row.isFinal = true;
    onFinal(row);
  }

  function endIfFinal(): void {
    if (running === 0 && !rounds.isWaiting) completed.resolve();
  }

  function cancelRetries(): void {
    rounds.cancel().forEach(finish);
    endIfFinal();
  }

  const deadlineTimer =
    deadline < Infinity ? setTimeout(cancelRetries, Math.max(0, deadline - now())) : undefined;
  signal.addEventListener('abort', cancelRetries);
  void track(read());
  await completed.promise;
  clearTimeout(deadlineTimer);
  signal.removeEventListener('abort', cancelRetries);
  if (failures.length > 0) throw failures[0];
}
