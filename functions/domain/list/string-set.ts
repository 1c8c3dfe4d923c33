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
/** Longest text in bytes: a cell of a line of 64 Ki characters, and its length prefix. */
const MAX_TEXT_BYTES = 3 * 64 * 1024;
const PREFIX = 4;

/** `seed` makes the places of strings unforeseeable, so that nobody can send a million that collide. */
export function createStringSet(seed: number): StringSet {
  const pages: Buffer[] = [];
  let used = PAGE_BYTES;
  let pageIndex = -1;
  let size = 0;
  let keys = new Float64Array(1024);
  let spellings = new Float64Array(1024);
  let hashes = new Int32Array(1024);
  let slots = new Int32Array(4096);
  const scratch = Buffer.allocUnsafe(MAX_TEXT_BYTES);

  const read = (place: number): Buffer => {
    const page = pages[Math.floor(place / PAGE_BYTES)];
    if (!page) throw new RangeError(`nothing is stored at ${place}`);
    const at = place % PAGE_BYTES;
    return page.subarray(at + PREFIX, at + PREFIX + page.readUInt32LE(at));
  };

  /** Stores the first `length` bytes of the scratch and answers their place. */
  const store = (length: number): number => {
    if (used + PREFIX + length > PAGE_BYTES) {
      pages.push(Buffer.allocUnsafeSlow(PAGE_BYTES));
      pageIndex += 1;
      used = 0;
    }
    const page = pages[pageIndex];
    if (!page) throw new RangeError('there is no page to store on');
    const place = pageIndex * PAGE_BYTES + used;
    page.writeUInt32LE(length, used);
    scratch.copy(page, used + PREFIX, 0, length);
    used += PREFIX + length;
    return place;
  };

  const hash = (length: number): number => {
    let value = seed | 0;
    for (let at = 0; at < length; at += 1)
      value = Math.imul(value ^ (scratch[at] ?? 0), 0x01_00_01_93);
    return value ^ (value >>> 15);
  };

  /** Slots hold ordinal + 1, so that 0 is a free one. */
  const freeSlot = (hashed: number): number => {
    const mask = slots.length - 1;
    let slot = hashed & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  };

  const find = (hashed: number, length: number): number | undefined => {
    const mask = slots.length - 1;
    for (let slot = hashed & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const ordinal = (slots[slot] ?? 0) - 1;
      if (hashes[ordinal] !== hashed) continue;
      const known = read(keys[ordinal] ?? 0);
      if (known.length === length && scratch.compare(known, 0, length, 0, length) === 0)
        return ordinal;
    }
    return undefined;
  };

  const grow = (): void => {
    if (size === hashes.length) {
      keys = widened(keys, new Float64Array(size * 2));
      spellings = widened(spellings, new Float64Array(size * 2));
      hashes = widened(hashes, new Int32Array(size * 2));
    }
    if (size * 2 < slots.length) return;
    slots = new Int32Array(slots.length * 2);
    for (let ordinal = 0; ordinal < size; ordinal += 1)
      slots[freeSlot(hashes[ordinal] ?? 0)] = ordinal + 1;
  };

  return {
    get size() {
      return size;
    },
    add(text, spelling = text) {
      const length = scratch.write(text);
      const hashed = hash(length);
      const known = find(hashed, length);
      if (known !== undefined) return known;
      grow();
      const ordinal = size;
      const place = store(length);
      keys[ordinal] = place;
      spellings[ordinal] = spelling === text ? place : store(scratch.write(spelling));
      hashes[ordinal] = hashed;
      slots[freeSlot(hashed)] = ordinal + 1;
      size += 1;
      return ordinal;
    },
    bytes(ordinal) {
      if (!(ordinal < size)) throw new RangeError(`there is no string ${ordinal}`);
      return read(spellings[ordinal] ?? 0);
    },
  };
}

function widened<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
