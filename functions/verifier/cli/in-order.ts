import { createBell } from './bell.ts';
import type { Verifier } from '../types.ts';
import { askUntilSettled } from './ask-until-settled.ts';
import type { Patience } from './ask-until-settled.ts';
import type { Format } from './formats.ts';
import { createShelf } from './shelf.ts';

export interface InOrderOptions extends Patience {
  /** Addresses that may wait for an earlier one; the input is read no further ahead. */
  hold: number;
  /** Characters of output that may wait, as far as they are not shared by many addresses. */
  holdCharacters: number;
}

/**
 * A line of output for each address, in the order of the input, as soon as it is known. What waits
 * for its turn is text, not verdicts, which would keep far more in memory.
 */
export async function* inOrder(
  verifier: Verifier,
  addresses: Iterable<string> | AsyncIterable<string>,
  format: Format,
  { hold, holdCharacters, ...patience }: InOrderOptions,
): AsyncGenerator<string, void> {
  const shelf = createShelf(hold, holdCharacters);
  const changed = createBell();
  const room = createBell();
  const left = new AbortController();
  const signal = AbortSignal.any([left.signal, ...(patience.signal ? [patience.signal] : [])]);

  async function* entered(): AsyncGenerator<string, void> {
    for await (const address of addresses) {
      while (!shelf.hasRoom()) await room.heard();
      shelf.enter(address);
      yield address;
    }
  }

  let over = false;
  const asked = askUntilSettled(verifier, entered(), format, shelf, { ...patience, signal }, () => {
    if (shelf.ready) changed.ring();
  }).finally(() => {
    over = true;
    changed.ring();
  });
  // Whoever waits for lines learns of it after the last of them.
  asked.catch(() => {});
  try {
    for (;;) {
      for (let next = shelf.take(); next; next = shelf.take()) {
        if (shelf.hasRoom()) room.ring();
        yield format.line(next.email, next.remark);
      }
      if (over) break;
      await changed.heard();
    }
  } finally {
    left.abort();
  }
  await asked;
}
