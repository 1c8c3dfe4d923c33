import { createBell } from '../run/bell.ts';
import type { RunOptions, Verdict, Verifier } from '../types.ts';

/** Reasons that pass, so that waiting for them is worth while. */
const PASSING = new Set<Verdict['reason']>(['greylisted', 'throttled']);

export interface InOrderOptions {
  /** How often an address whose trouble passes is asked again. */
  retries: number;
  /** Verdicts that may wait for an earlier one; the input is read no further ahead. */
  hold: number;
  deadline?: number | undefined;
}

interface Later {
  index: number;
  email: string;
}

/**
 * The verdict of each address, in the order of the input, asking again as the verdicts themselves
 * advise. The first rounds of later addresses go on while earlier ones wait for a further round.
 */
export async function* inOrder(
  verifier: Verifier,
  addresses: Iterable<string> | AsyncIterable<string>,
  { retries, hold, deadline }: InOrderOptions,
): AsyncGenerator<Verdict, void> {
  const known = new Map<number, Verdict>();
  const rounds = new Map<number, { items: Later[]; timer: NodeJS.Timeout }>();
  let read = 0;
  let given = 0;
  let running = 0;
  let failure: { error: unknown } | undefined;
  const changed = createBell();
  const room = createBell();
  const ahead = (): number => read - given;

  async function* bounded(): AsyncGenerator<string, void> {
    for await (const address of addresses) {
      // Half of it at once: crumbs would each open their own connections to the same domains.
      if (ahead() >= hold) while (ahead() > hold / 2) await room.heard();
      read += 1;
      yield address;
    }
  }

  async function round(
    source: Iterable<string> | AsyncIterable<string>,
    indexOf: (position: number) => number,
    attempt: number,
  ): Promise<void> {
    running += 1;
    const options: RunOptions = { attempt, ...(deadline !== undefined && { deadline }) };
    try {
      for await (const { index: position, verdict } of verifier.verify(source, options)) {
        const index = indexOf(position);
        const waitS = verdict.retry_after_s;
        if (waitS !== undefined && attempt < retries && PASSING.has(verdict.reason)) {
          later({ index, email: verdict.email }, attempt + 1, waitS * 1000);
        } else {
          known.set(index, verdict);
          if (index === given) changed.ring();
        }
      }
    } catch (error) {
      failure ??= { error };
    }
    running -= 1;
    changed.ring();
  }

  /** Those that are due at about the same time are asked together, so that domains stay together. */
  function later(item: Later, attempt: number, waitMs: number): void {
    const pending = rounds.get(attempt);
    if (pending) {
      pending.items.push(item);
      pending.timer.refresh();
      return;
    }
    const items = [item];
    const timer = setTimeout(() => {
      rounds.delete(attempt);
      void round(
        items.map(({ email }) => email),
        (position) => items[position]?.index ?? -1,
        attempt,
      );
    }, waitMs);
    rounds.set(attempt, { items, timer });
  }

  void round(bounded(), (position) => position, 0);
  try {
    for (;;) {
      for (let verdict = known.get(given); verdict; verdict = known.get(given)) {
        known.delete(given);
        given += 1;
        room.ring();
        yield verdict;
      }
      if (failure) throw failure.error;
      if (running === 0 && rounds.size === 0) return;
      await changed.heard();
    }
  } finally {
    for (const { timer } of rounds.values()) clearTimeout(timer);
  }
}
