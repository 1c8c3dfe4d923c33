import { Buffer } from 'node:buffer';
import { endOfPlaced, HEADER, mostBytes, readPlaced, writePlaced } from './placed.ts';
import type { Placed } from './placed.ts';
import type { Scratch } from './scratch.ts';

/** Addresses that are put away one by one, on disk. */
export interface Drawer {
  /** @returns the place to find it by, not below 0 */
  add(address: Placed): number;
  at(place: number): Placed;
}

export function createDrawer(scratch: Scratch): Drawer {
  const header = Buffer.alloc(HEADER);
  return {
    add(address) {
      const bytes = Buffer.allocUnsafe(mostBytes(address.text));
      return scratch.append(bytes.subarray(0, writePlaced(bytes, 0, address))).at;
    },
    at(place) {
      scratch.read({ at: place, length: HEADER }, header);
      const bytes = Buffer.allocUnsafe(endOfPlaced(header, 0));
      scratch.read({ at: place, length: bytes.length }, bytes);
      return readPlaced(bytes, 0);
    },
  };
}
