import { createBell } from '../run/bell.ts';
import type { RunOptions, Verdict, Verifier } from '../types.ts';
import type { Format } from './formats.ts';
import { createRounds } from './rounds.ts';
import type { Round } from './rounds.ts';
import { createShelf } from './shelf.ts';

/** Reasons that pass, so that waiting for them is worth while. */
const PASSING = new Set<Verdict['reason']>(['greylisted', 'throttled']);

export interface InOrderOptions {
  /** How often an address whose trouble passes is asked again. */
  retries: number;
  /** Addresses that may wait for an earlier one; the input is read no further ahead. */
  hold: number;
  /** Characters of output that may wait, as far as they are not shared by many addresses. */
  holdCharacters: number;
  /** How long an address that is due to be asked again may wait for others. */
  slackMs: number;
  /** Epoch milliseconds. What is known by then is given out as it is. */
  deadline?: number | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * A line of output for each address, in the order of the input, asking again as the verdicts
 * themselves advise. The first rounds of later addresses go on while earlier ones wait for a further
 * round. What waits for its turn is text, not verdicts, which would keep far more in memory.
 */
export async function* inOrder(
  verifier: Verifier,
  addresses: Iterable<string> | AsyncIterable<string>,
  format: Format,
  { retries, hold, holdCharacters, slackMs, deadline = Infinity, now }: InOrderOptions,
): AsyncGenerator<string, void> {
  const shelf = createShelf(hold, holdCharacters);
  const rounds = createRounds(slackMs, now, (round) => void again(round));
  const changed = createBell();
  const room = createBell();
  let running = 0;
  let failure: { error: unknown } | undefined;

  async function* entered(): AsyncGenerator<string, void> {
    for await (const address of addresses) {
      while (!shelf.hasRoom()) await room.heard();
      shelf.enter(address);
      yield address;
    }
  }

  function again({ attempt, indexes, dues }: Round): Promise<void> {
    function* emails(): Generator<string, void> {
      for (const index of indexes) yield shelf.emailAt(index);
    }
    return ask(emails(), attempt, (position) => ({
      index: indexes[position] ?? -1,
      due: dues[position] ?? now(),
    }));
  }

  async function ask(
    source: Iterable<string> | AsyncIterable<string>,
    attempt: number,
    of: (position: number) => { index: number; due: number | undefined },
  ): Promise<void> {
    running += 1;
    const options: RunOptions = { attempt, ...(deadline < Infinity && { deadline }) };
    try {
      for await (const answers of verifier.verify(source, options)) {
        for (const { index: position, verdict } of answers) {
          const { index, due } = of(position);
          // The answer before says more.
          if (attempt > 0 && verdict.reason === 'not_answered') shelf.settle(index);
          else keep(index, verdict, attempt, due);
        }
        if (shelf.ready) changed.ring();
      }
    } catch (error) {
      failure ??= { error };
    }
    running -= 1;
    changed.ring();
  }

  function keep(index: number, verdict: Verdict, attempt: number, due = now()): void {
    const { reason, retry_after_s: waitS = Infinity } = verdict;
    // Greylisting goes by the first attempt; what a round takes must not add up.
    const next = (reason === 'greylisted' ? due : now()) + waitS * 1000;
    const waits = attempt < retries && next < deadline && PASSING.has(reason);
    shelf.put(index, format.remark(verdict), !waits);
    if (waits) rounds.add(attempt + 1, index, next);
  }

  const bounded =
    deadline < Infinity
      ? setTimeout(
          () => {
            rounds.cancel();
            shelf.settleAll();
            changed.ring();
          },
          Math.max(0, deadline - now()),
        )
      : undefined;
  void ask(entered(), 0, (index) => ({ index, due: undefined }));
  try {
    for (;;) {
      for (let next = shelf.take(); next; next = shelf.take()) {
        if (shelf.hasRoom()) room.ring();
        yield format.line(next.email, next.remark);
      }
      if (failure) throw failure.error;
      if (running === 0 && !rounds.waiting) return;
      await changed.heard();
    }
  } finally {
    clearTimeout(bounded);
    rounds.cancel();
  }
}
