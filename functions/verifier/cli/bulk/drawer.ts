import { Buffer } from 'node:buffer';
import type { Placed } from './buckets.ts';
import type { Scratch } from './scratch.ts';

/** Addresses that are put away one by one, on disk. */
export interface Drawer {
  /** @returns the place to find it by, not below 0 */
  add(address: Placed): number;
  at(place: number): Placed;
}

/** Before the text: its position in the input and its length in bytes. */
const HEADER = 8;

export function createDrawer(scratch: Scratch): Drawer {
  const header = Buffer.alloc(HEADER);
  return {
    add({ position, text }) {
      const length = Buffer.byteLength(text);
      const bytes = Buffer.allocUnsafe(HEADER + length);
      bytes.writeUInt32LE(position);
      bytes.writeUInt32LE(length, 4);
      bytes.write(text, HEADER);
      return scratch.append(bytes).at;
    },
    at(place) {
      scratch.read({ at: place, length: HEADER }, header);
      const bytes = Buffer.allocUnsafe(header.readUInt32LE(4));
      scratch.read({ at: place + HEADER, length: bytes.length }, bytes);
      return { position: header.readUInt32LE(), text: bytes.toString() };
    },
  };
}
