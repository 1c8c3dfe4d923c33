import { hash } from 'node:crypto';

/** Bytes per contact in a list of hashes. */
const HASH_BYTES = 8;

/** A set of contacts with a fixed size, so that an import of any length needs the same memory. */
export interface ContactSet {
  /** Adds a contact. Returns its hash, or undefined if it was already added. */
  add(contactId: string): Buffer | undefined;
  has(contactId: string): boolean;
  /** Adds hashes that `add` returned, one after the other. */
  addHashes(hashes: Uint8Array): void;
}

const hashOf = (contactId: string): Buffer =>
  hash('sha256', contactId, 'buffer').subarray(0, HASH_BYTES);
/** Zero marks an empty slot. */
const storedOf = (value: bigint): bigint => (value === 0n ? 1n : value);

/**
 * Creates a hash table with open addressing. It stores 64 bits of each contact's hash: among a
 * million contacts, the probability that any two have the same bits is one in thirty million.
 * @param capacity maximum number of contacts; adding more is an error
 */
export function createContactSet(capacity: number): ContactSet {
  const size = 2 ** Math.ceil(Math.log2(capacity * 2));
  const table = new BigUint64Array(size);
  const mask = BigInt(size - 1);
  let count = 0;

  /** Returns the slot that contains a hash, or the empty slot in which it belongs. */
  function slotOf(stored: bigint): number {
    let slot = Number(stored & mask);
    while (table[slot] !== 0n && table[slot] !== stored) slot = (slot + 1) % size;
    return slot;
  }

  function addHash(value: bigint): boolean {
    const stored = storedOf(value);
    const slot = slotOf(stored);
    if (table[slot] === stored) return false;
    count += 1;
    if (count > capacity) throw new RangeError(`more than ${capacity} contacts`);
    table[slot] = stored;
    return true;
  }

  return {
    add(contactId) {
      const bytes = hashOf(contactId);
      return addHash(bytes.readBigUInt64LE()) ? bytes : undefined;
    },
    has: (contactId) => table[slotOf(storedOf(hashOf(contactId).readBigUInt64LE()))] !== 0n,
    addHashes(hashes) {
      const bytes = Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength);
      for (let at = 0; at < bytes.length; at += HASH_BYTES) addHash(bytes.readBigUInt64LE(at));
    },
  };
}
