/**
 * A growing set of strings that lives outside the JavaScript heap, where a million of them cost
 * what their bytes cost and the garbage collector never walks over them.
 */
export interface StringSet {
  readonly size: number;
  /**
   * The ordinal of a string, counted from 0 in the order in which they came; a new one is added,
   * with `spelling` as the text to give back where that differs.
   */
  add(text: string, spelling?: string): number;
  /** The bytes (UTF-8) of the text, or spelling, that came first; throws RangeError for no ordinal. */
  bytes(ordinal: number): Uint8Array;
}

const PAGE_BYTES = 1024 * 1024;
/** Longest text in bytes: a cell of a line of 64 Ki characters. */
const MAX_TEXT_BYTES = 3 * 64 * 1024;
const PREFIX = 4;

/** `seed` makes the places of strings unforeseeable, so that nobody can send a million that collide. */
export function createStringSet(seed: number): StringSet {
  const pages = createPages();
  const given = Buffer.allocUnsafe(MAX_TEXT_BYTES);
  let size = 0;
  // Places on the pages: one for both where the text is its spelling in lower case, as nearly always.
  let texts = new Uint32Array(1024);
  let spellings = new Uint32Array(1024);
  let hashes = new Uint32Array(1024);
  /** Ordinal + 1 by hash, with linear probing; 0 is a free slot. At most half of them are taken. */
  let slots = new Uint32Array(4096);

  const slotOf = (hash: number, isWanted: (ordinal: number) => boolean): number => {
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let taken = slots[slot]; taken; taken = slots[slot]) {
      if (isWanted(taken - 1)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  };

  const holds = (ordinal: number, text: Uint8Array): boolean => {
    const place = texts[ordinal] ?? 0;
    const stored = pages.read(place);
    if (stored.length !== text.length) return false;
    const fold = place === spellings[ordinal];
    return text.every((byte, at) => byte === (fold ? lowerCase(stored[at] ?? 0) : stored[at]));
  };

  const grow = (): void => {
    if (size === hashes.length) {
      texts = widened(texts);
      spellings = widened(spellings);
      hashes = widened(hashes);
    }
    if (size * 2 < slots.length) return;
    slots = new Uint32Array(slots.length * 2);
    for (let ordinal = 0; ordinal < size; ordinal += 1)
      slots[slotOf(hashes[ordinal] ?? 0, () => false)] = ordinal + 1;
  };

  const store = (ordinal: number, text: Uint8Array, spelling: string): void => {
    const spelled = Buffer.from(spelling);
    spellings[ordinal] = pages.store(spelled);
    const isFolded =
      spelled.length === text.length &&
      text.every((byte, at) => byte === lowerCase(spelled[at] ?? 0));
    texts[ordinal] = isFolded ? (spellings[ordinal] ?? 0) : pages.store(text);
  };

  return {
    get size() {
      return size;
    },
    add(string, spelling = string) {
      const text = given.subarray(0, given.write(string));
      const hash = hashOf(text, seed);
      const slot = slotOf(hash, (ordinal) => hashes[ordinal] === hash && holds(ordinal, text));
      const taken = slots[slot];
      if (taken) return taken - 1;
      grow();
      store(size, text, spelling);
      hashes[size] = hash;
      slots[slotOf(hash, () => false)] = size + 1;
      size += 1;
      return size - 1;
    },
    bytes(ordinal) {
      if (!(ordinal < size)) throw new RangeError(`there is no string ${ordinal}`);
      return pages.read(spellings[ordinal] ?? 0);
    },
  };
}

/** Byte strings with their length before them, on pages of fixed size. */
function createPages() {
  const pages: Buffer[] = [];
  let used = PAGE_BYTES;
  return {
    store(bytes: Uint8Array): number {
      if (used + PREFIX + bytes.length > PAGE_BYTES) {
        pages.push(Buffer.allocUnsafeSlow(PAGE_BYTES));
        used = 0;
      }
      const place = (pages.length - 1) * PAGE_BYTES + used;
      const page = pages.at(-1);
      page?.writeUInt32LE(bytes.length, used);
      page?.set(bytes, used + PREFIX);
      used += PREFIX + bytes.length;
      return place;
    },
    read(place: number): Uint8Array {
      const page = pages[Math.floor(place / PAGE_BYTES)];
      if (!page) throw new RangeError(`nothing is stored at ${place}`);
      const at = place % PAGE_BYTES;
      return page.subarray(at + PREFIX, at + PREFIX + page.readUInt32LE(at));
    },
  };
}

/** FNV-1a from a seed, its high bits folded into those that pick the slot. */
function hashOf(bytes: Uint8Array, seed: number): number {
  let hash = seed | 0;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01_00_01_93);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** ASCII only: other letters are stored in both cases. */
const lowerCase = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);

function widened(from: Uint32Array): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(from.length * 2);
  to.set(from);
  return to;
}
