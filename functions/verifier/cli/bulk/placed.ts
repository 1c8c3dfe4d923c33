import type { Buffer } from 'node:buffer';

/** A text with its position in the input, which is below 2^32. */
export interface Placed {
  position: number;
  text: string;
}

/** Bytes before the text: its position, and its length in bytes. */
export const HEADER = 8;
/** Bytes of a UTF-16 code unit in UTF-8, at most. */
const WIDEST = 3;

/** Bytes that a text takes at most, header included. */
export const mostBytes = (text: string): number => HEADER + text.length * WIDEST;

/** @returns where it ends */
export function writePlaced(bytes: Buffer, at: number, { position, text }: Placed): number {
  const length = bytes.write(text, at + HEADER);
  bytes.writeUInt32LE(position, at);
  bytes.writeUInt32LE(length, at + 4);
  return at + HEADER + length;
}

/** Where the text at a place ends, of which the header alone need be there. */
export const endOfPlaced = (bytes: Buffer, at: number): number =>
  at + HEADER + bytes.readUInt32LE(at + 4);

export function readPlaced(bytes: Buffer, at: number): Placed {
  const text = bytes.toString('utf8', at + HEADER, endOfPlaced(bytes, at));
  return { position: bytes.readUInt32LE(at), text };
}
