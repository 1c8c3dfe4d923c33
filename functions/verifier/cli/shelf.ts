import type { Notes } from './ask-until-settled.ts';

/** The addresses that were read and not given out yet, each with what is said of it so far. */
export interface Shelf extends Notes {
  /** Enters the next address of the input, for which there must be room. It keeps its position. */
  enter(email: string): void;
  /** Whether what is said of the next address of the input is final. */
  readonly ready: boolean;
  /** Takes the next address of the input, if that is so. */
  take(): { email: string; remark: string } | undefined;
  /** Whether another address may be read. Once full, not before half of it is given out. */
  hasRoom(): boolean;
}

/** Texts remembered to be shared. */
const COMMON = 16_384;

/**
 * Stands for the address in what is said of it, where servers like to repeat it: then their words are
 * the same for all. Text of servers and output hold no NUL.
 */
const HERE = '\0';
/** Anything shorter is no address and might be found everywhere. */
const SHORTEST_ADDRESS = 6;

const OPEN = 0;
const PROVISIONAL = 1;
const FINAL = 2;

/**
 * @param capacity how many addresses it holds
 * @param characters how many it holds, of addresses and of texts that are not shared, until no more
 *   may be read; what was read before that still finds its place
 */
export function createShelf(capacity: number, characters: number): Shelf {
  // Rings: an index has its place at its remainder.
  const emails: string[] = [];
  const remarks: string[] = [];
  const lengths = new Uint32Array(capacity);
  const states = new Uint8Array(capacity);
  const common = new Map<string, string>();
  let entered = 0;
  let given = 0;
  let held = 0;
  let full = false;

  /** The text with the place of the address left open, the same string for all of whom it is said. */
  function shared(remark: string, email: string): { text: string; fresh: boolean } {
    // Joined, since what replaceAll gives would keep the whole remark in memory.
    const text = email.length < SHORTEST_ADDRESS ? remark : remark.split(email).join(HERE);
    const known = common.get(text);
    if (known !== undefined) return { text: known, fresh: false };
    if (common.size >= COMMON) common.clear();
    common.set(text, text);
    return { text, fresh: true };
  }

  function measure(at: number, length: number): void {
    held += length - (lengths[at] ?? 0);
    lengths[at] = length;
  }

  function settle(index: number): void {
    const at = index % capacity;
    if (index >= given && states[at] === PROVISIONAL) states[at] = FINAL;
  }

  return {
    enter(email) {
      const at = entered % capacity;
      entered += 1;
      emails[at] = email;
      measure(at, email.length);
    },
    emailAt: (index) => emails[index % capacity] ?? '',
    put(index, remark, final) {
      const at = index % capacity;
      if (index < given || states[at] === FINAL) return index;
      const email = emails[at] ?? '';
      const { text, fresh } = shared(remark, email);
      remarks[at] = text;
      measure(at, email.length + (fresh ? text.length : 0));
      states[at] = final ? FINAL : PROVISIONAL;
      return index;
    },
    settle,
    settleAll() {
      for (let index = given; index < entered; index += 1) settle(index);
    },
    get ready() {
      return states[given % capacity] === FINAL;
    },
    take() {
      const at = given % capacity;
      if (states[at] !== FINAL) return undefined;
      const email = emails[at] ?? '';
      const remark = (remarks[at] ?? '').replaceAll(HERE, () => email);
      emails[at] = '';
      remarks[at] = '';
      measure(at, 0);
      states[at] = OPEN;
      given += 1;
      return { email, remark };
    },
    hasRoom() {
      const share = full ? 0.5 : 1;
      full = entered - given >= capacity * share || held >= characters * share;
      return !full;
    },
  };
}
