import type { RunOptions, Verdict, Verifier } from '../types.ts';
import type { Format } from './formats.ts';
import { createRounds } from './rounds.ts';
import type { Round } from './rounds.ts';

/** Reasons that pass, so that waiting for them is worth while. */
const PASSING = new Set<Verdict['reason']>(['greylisted', 'throttled']);

/** Where addresses are kept while they are asked, by their position in what is asked. */
export interface Notes {
  /** An address that is to be asked again now, of which nothing final was said. */
  emailAt(position: number): string;
  /**
   * Puts down what is said of an address, in place of what was. Dropped where that was final.
   *
   * @returns the position that it has from now on
   */
  put(position: number, remark: string, final: boolean): number;
  /** Makes final what was said of an address last. */
  settle(position: number): void;
  settleAll(): void;
}

export interface Patience {
  /** How often an address whose trouble passes is asked again. */
  retries: number;
  /** How long an address that is due to be asked again may wait for others. */
  slackMs: number;
  /** Epoch milliseconds. What is known by then stays as it is. */
  deadline?: number | undefined;
  /** Ends it before that: what is open has no answer, and what was not read yet is not. */
  signal?: AbortSignal | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Asks, and asks again as the verdicts themselves advise, until all that is said is final. The first
 * rounds of later addresses go on while earlier ones wait for a further round.
 *
 * @param changed is called when something was put down
 * @returns when all is settled; rejects at once with what the input or the notes throw
 */
export async function askUntilSettled(
  verifier: Verifier,
  addresses: Iterable<string> | AsyncIterable<string>,
  format: Format,
  notes: Notes,
  { retries, slackMs, deadline = Infinity, signal, now }: Patience,
  changed: () => void = () => {},
): Promise<void> {
  const rounds = createRounds(slackMs, now, (round) => void again(round));
  const settled = Promise.withResolvers<void>();
  let running = 0;

  function again({ attempt, positions, dues }: Round): Promise<void> {
    function* emails(): Generator<string, void> {
      for (const position of positions) yield notes.emailAt(position);
    }
    return ask(emails(), attempt, (index) => ({
      position: positions[index] ?? -1,
      due: dues[index] ?? now(),
    }));
  }

  async function ask(
    source: Iterable<string> | AsyncIterable<string>,
    attempt: number,
    of: (index: number) => { position: number; due: number | undefined },
  ): Promise<void> {
    running += 1;
    const options: RunOptions = {
      attempt,
      ...(deadline < Infinity && { deadline }),
      ...(signal && { signal }),
    };
    try {
      for await (const answers of verifier.verify(source, options)) {
        for (const { index, verdict } of answers) {
          const { position, due } = of(index);
          // The answer before says more.
          if (attempt > 0 && verdict.reason === 'not_answered') notes.settle(position);
          else keep(position, verdict, attempt, due);
        }
        changed();
      }
    } catch (error) {
      settled.reject(error);
    }
    running -= 1;
    endIfSettled();
  }

  function keep(position: number, verdict: Verdict, attempt: number, due = now()): void {
    const { reason, retry_after_s: waitS = Infinity } = verdict;
    // Greylisting goes by the first attempt; what a round takes must not add up.
    const next = (reason === 'greylisted' ? due : now()) + waitS * 1000;
    const waits = attempt < retries && next < deadline && !signal?.aborted && PASSING.has(reason);
    const place = notes.put(position, format.remark(verdict), !waits);
    if (waits) rounds.add(attempt + 1, place, next);
  }

  function endIfSettled(): void {
    if (running === 0 && !rounds.waiting) settled.resolve();
  }

  /** Waits for no further round. */
  function giveUp(): void {
    rounds.cancel();
    notes.settleAll();
    changed();
    endIfSettled();
  }

  const late = deadline < Infinity ? setTimeout(giveUp, Math.max(0, deadline - now())) : undefined;
  signal?.addEventListener('abort', giveUp);
  void ask(addresses, 0, (position) => ({ position, due: undefined }));
  try {
    await settled.promise;
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', giveUp);
    rounds.cancel();
  }
}
